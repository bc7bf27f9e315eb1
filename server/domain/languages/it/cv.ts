import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary: 'profilo|profilo professionale|profilo personale|sommario|obiettivo|chi sono',
    experience:
      'esperienza|esperienze|esperienza professionale|esperienze professionali|esperienza lavorativa|esperienze lavorative',
    education: 'istruzione|formazione|istruzione e formazione|studi|formazione accademica|titoli di studio',
    skills:
      'competenze|competenze tecniche|capacita|capacita e competenze|competenze informatiche|competenze digitali|conoscenze|conoscenze informatiche',
    languages: 'lingue|lingue straniere|conoscenze linguistiche|competenze linguistiche',
    certificates: 'certificazioni|certificati|corsi|corsi e certificazioni',
    projects: 'progetti',
    awards: 'premi|riconoscimenti',
    publications: 'pubblicazioni',
    volunteering: 'volontariato',
    interests: 'interessi|hobby',
    references: 'referenze',
    contact: 'contatti|dati personali|informazioni personali',
    other: 'altro|ulteriori informazioni',
  },
  titles:
    'ingegnere|sviluppatore|sviluppatrice|direttore|direttrice|responsabile|impiegato|impiegata|addetto|addetta|contabile|ragioniere|insegnante|docente|infermiere|infermiera|avvocato|tirocinante|tirocinio|stagista|consulente|tecnico|venditore|commessa|commesso|cuoco|cuoca|cameriere|cameriera|operaio|operaia|architetto|medico|segretaria|programmatore|progettista|capo',
  companies: 's\\.?p\\.?a|s\\.?r\\.?l|azienda|gruppo|comune|ospedale|studio|banca',
  schools: 'università|universita|politecnico|liceo|istituto|scuola|accademia|facoltà',
  degrees: {
    doctorate: 'dottorato',
    master: 'laurea magistrale|laurea specialistica',
    bachelor: 'laurea(?: triennale)?',
    vocational: 'its',
    school: 'diploma di maturità|maturità|diploma di liceo',
  },
  languageLevels: {
    C1: 'ottimo|avanzato',
    B2: 'buono',
    B1: 'discreto',
    A2: 'scolastico|base',
  },
  nativeLanguage: 'madrelingua|lingua madre',
  dates: {
    today: 'oggi|attuale|attualmente|in corso',
    until: 'ad|al|fino\\s+a',
    since: 'dal|da',
    articles: 'il|al',
    months: {
      '1': 'genn',
      '5': 'mag',
      '6': 'giu',
      '7': 'lug',
      '9': 'set',
      '10': 'ott',
    },
  },
  personalDetails:
    'data di nascita|luogo di nascita|nat[oa] (?:il|a)\\b|età\\b|sesso\\b|nazionalità|cittadinanza|stato civile|figli\\b',
  askedDegrees: {
    doctorate: 'dottorato',
    master: 'laurea magistrale',
    bachelor: 'laurea',
    school: 'maturità',
  },
  askedDegreeParts: 'laurea',
  stillStudying: 'in corso',
  years: 'anni',
  headingJoint: 'e',
  at: 'presso',
  fieldLeads: 'di',
  nameParticles: 'di',
  schoolNames: 'Istituto',
  schoolNameLinks: 'di|del|della|degli',
  schoolPlaceLinks: 'di',
};
