import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary:
      'profil|profil professionnel|resume professionnel|a propos|a propos de moi|objectif|objectif professionnel|accroche',
    experience:
      'experience professionnelle|experiences professionnelles|parcours professionnel|parcours|experiences|stages',
    education:
      'formation|formations|etudes|diplomes|formation academique|education et formation|diplomes et formations|scolarite',
    skills:
      'competences|competences cles|competences techniques|savoir faire|savoir etre|informatique|logiciels|atouts',
    languages: 'langues|langues etrangeres',
    certificates: 'certifications et formations|certificats',
    projects: 'projets',
    awards: 'distinctions|prix|recompenses',
    publications: 'publications et communications',
    volunteering: 'benevolat',
    interests: 'centres d interet|centre d interet|loisirs',
    contact: 'contact et informations|coordonnees|informations personnelles',
    other: 'divers|informations complementaires',
  },
  titles:
    'ingénieur|ingénieure|développeur|développeuse|directeur|directrice|chef de projet|responsable|assistant|assistante|comptable|vendeur|vendeuse|professeur|enseignant|enseignante|infirmier|infirmière|avocat|avocate|stagiaire|stage|conseiller|conseillère|chargé|chargée|technicien|technicienne|consultant|consultante|gestionnaire|employé|employée|cuisinier|cuisinière|serveur|serveuse|commercial|commerciale|formateur|formatrice|apprenti|apprentie|alternant|alternante|rédacteur|rédactrice|secrétaire|chauffeur|médecin|architecte|graphiste|acheteur|acheteuse',
  companies: 's\\.?a\\.?s|sarl|sas|sasu|société|groupe|mairie|hôpital|cabinet|banque',
  schools: 'université|école|ecole|lycée|lycee|collège|institut|iut|ens|insa|faculté|sup|polytechnique|hec',
  degrees: {
    doctorate: 'doctorat',
    master: "maîtrise|diplôme d[’']ingénieur|dea|dess",
    bachelor: 'licence',
    vocational: 'bts|dut|cap|bep|bac pro',
    school: 'baccalauréat|bac',
  },
  languageLevels: {
    C2: 'bilingue',
    C1: 'courant|couramment|avancé|lu parlé écrit',
    B2: 'bien',
    B1: 'intermédiaire',
    A2: 'notions|débutant|scolaire',
  },
  nativeLanguage: 'langue maternelle|maternelle',
  nameLabels: 'nom(?: complet| et prénom)?|prénom(?: et nom)?',
  careerBreaks:
    "congé (?:parental|maternité|paternité|sabbatique|maladie|de maternité)|pause (?:professionnelle|carrière)|année sabbatique|recherche d[’']emploi|chômage|sans emploi",
  dates: {
    today:
      "présent|actuel|actuellement|actuelle|aujourd[’']hui|ce jour|en cours|maintenant|nos jours|poste actuel",
    until: "à|au|jusqu[’']?(?:à|au|en)?",
    since: 'depuis|dès|depuis le',
    articles: 'le',
    months: {
      '2': 'fév',
      '3': 'mars',
      '4': 'avr',
      '6': 'juin',
      '7': 'juil',
      '8': 'aout août',
      '12': 'déc',
    },
    of: "de|de l[’']année",
    about: 'environ|env|vers',
    between: 'entre',
    quarter: 'trimestre',
    half: 'semestre',
    fiscal: 'exercice|année|année scolaire|année universitaire|années',
    parts: {
      early: 'début',
      mid: 'mi|milieu',
      end: 'fin',
      spring: 'printemps',
      summer: 'été',
      autumn: 'automne',
      winter: 'hiver',
    },
  },
  personalDetails:
    'date de naissance|lieu de naissance|né(?:e|\\(e\\))? le|âge|sexe\\b|nationalité|état civil|situation (?:de famille|familiale)|enfants\\b',
  askedDegrees: {
    doctorate: 'doctorat',
    master: 'maîtrise',
    bachelor: 'licence',
    vocational: 'bts|dut',
    school: 'baccalauréat',
  },
  stillStudying: 'en cours',
  documentTitles: 'résumé',
  years: 'ans|années',
  headingJoint: 'et',
  at: 'chez',
  fieldLeads: 'en',
  nameParticles: "le|la|de|du|des|d’|d'",
  schoolNames: 'Lycée|École',
  honorifics: 'Monsieur|Madame',
};
