import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: 'profiel|persoonlijk profiel|samenvatting|over mij|doelstelling',
    experience:
      'ervaring|werkervaring|beroepservaring|loopbaan|professionele ervaring|stages en werkervaring',
    education: 'opleiding|opleidingen|opleiding en cursussen|educatie|scholing|studies',
    skills: 'vaardigheden|competenties|kennis|computervaardigheden|kwaliteiten',
    languages: 'talen|talenkennis',
    certificates: 'certificaten|cursussen|certificeringen|trainingen',
    projects: 'projecten',
    awards: 'prijzen|onderscheidingen',
    publications: 'publicaties',
    volunteering: 'vrijwilligerswerk',
    interests: 'hobby s|hobbies en interesses',
    references: 'referenties',
    contact: 'contactgegevens|persoonlijke gegevens|personalia',
    other: 'overig',
  },
  titles:
    'medewerker|medewerkster|ontwikkelaar|ingenieur|directeur|leidinggevende|adviseur|stagiair|stagiaire|docent|docente|leraar|lerares|verkoper|verkoopster|boekhouder|verpleegkundige|teamleider|projectleider|hoofd|kok|chauffeur|beheerder|secretaresse|onderzoeker',
  titleEndings: 'medewerker|ontwikkelaar|adviseur|leider|werker',
  companies: 'b\\.?v|n\\.?v|gemeente|ziekenhuis|bedrijf',
  schools: 'universiteit|hogeschool|school voor|lyceum|academie|roc',
  degrees: {
    vocational: 'mbo|hbo',
    school: 'vwo|havo|vmbo|vbo|aso',
  },
  languageLevels: {
    C2: 'tweetalig',
    C1: 'vloeiend|gevorderd|uitstekend',
    B2: 'goed',
    B1: 'redelijk',
    A2: 'basis|beginnend',
  },
  nativeLanguage: 'moedertaal',
  dates: {
    today: 'heden|nu',
    until: 'tot|t/m',
    since: 'sinds|vanaf',
    months: {
      '2': 'febr',
      '3': 'mrt maa',
      '5': 'mei',
    },
  },
  personalDetails: 'geboortedatum|geboorteplaats|geboren|leeftijd|geslacht|nationaliteit|burgerlijke staat',
  stillStudying: 'lopend',
  years: 'jaar',
  headingJoint: 'en',
  at: 'bij',
  nameParticles: 'van|den',
};
