import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary:
      'kurzprofil|uber mich|zusammenfassung|berufsprofil|personliches profil|profil und ziele|karriereziel',
    experience:
      'berufserfahrung|beruflicher werdegang|berufliche erfahrung|werdegang|praxiserfahrung|berufspraxis|praktika|praktische erfahrung|beruflicher hintergrund|berufliche laufbahn',
    education:
      'ausbildung|bildung|bildungsweg|studium|schulbildung|akademische ausbildung|ausbildung und studium|studium und ausbildung|schule und ausbildung|hochschulbildung|akademischer werdegang|schulischer werdegang',
    skills:
      'kenntnisse|fahigkeiten|kompetenzen|edv kenntnisse|fachkenntnisse|it kenntnisse|kenntnisse und fahigkeiten|fahigkeiten und kenntnisse|besondere kenntnisse|starken|qualifikationen|edv|sonstige kenntnisse',
    languages: 'sprachen|sprachkenntnisse|fremdsprachen',
    certificates:
      'zertifikate|zertifizierungen|weiterbildung|weiterbildungen|fortbildung|fortbildungen|zusatzqualifikationen',
    projects: 'projekte|projektarbeit',
    awards: 'auszeichnungen|erfolge|preise',
    publications: 'publikationen|veroffentlichungen',
    volunteering: 'ehrenamt|ehrenamtliches engagement|engagement',
    interests: 'interessen|hobbys|hobbys und interessen|freizeit',
    references: 'referenzen',
    contact: 'kontakt|personliche daten|personliche angaben|kontaktdaten|angaben zur person',
    other: 'weitere angaben|sonstiges',
  },
  titles:
    'mitarbeiter|mitarbeiterin|leiter|leiterin|leitung|ingenieur|ingenieurin|entwickler|entwicklerin|berater|beraterin|assistent|assistentin|kaufmann|kauffrau|praktikant|praktikantin|praktikum|werkstudent|werkstudentin|auszubildender|auszubildende|geschäftsführer|geschäftsführerin|referent|referentin|verkäufer|verkäuferin|lehrer|lehrerin|techniker|technikerin|sachbearbeiter|sachbearbeiterin|buchhalter|buchhalterin|krankenschwester|pfleger|koch|köchin|fahrer|meister|geselle|aushilfe|architekt|architektin|arzt|ärztin|redakteur|redakteurin|trainerin|managerin|dozent|dozentin|projektleiter|teamleiter|abteilungsleiter|vertriebsleiter|sekretärin',
  titleEndings:
    'leiter|leiterin|entwickler|entwicklerin|ingenieur|ingenieurin|berater|beraterin|kaufmann|kauffrau|assistent|assistentin|mitarbeiter|mitarbeiterin|techniker|verkäufer|verkäuferin|lehrer|lehrerin|pfleger|pflegerin|schwester|fachkraft|fachfrau|fachmann|manager|managerin|arbeiter|arbeiterin|bearbeiter|bearbeiterin|verwalter|helfer|helferin|meister|mechaniker|mechatroniker|fahrer',
  companies: 'gmbh|ag|kg|ohg|ug|se|e\\.?v|gbr|mbh|krankenhaus|klinik|klinikum|verlag|bundeswehr|stadt|firma',
  schools:
    '[a-z]*universität|hochschule|fachhochschule|[\\p{L}]*hochschule|gymnasium|[\\p{L}]*gymnasium|realschule|gesamtschule|berufsschule|berufskolleg|[\\p{L}]*schule|akademie|uni|tu|fh|htl',
  degrees: {
    doctorate:
      'promotion|doktor|dr\\.?[ -]?(?:rer|phil|med|ing|jur|iur|oec|habil|agr|theol)\\.?[\\p{L}. ]{0,12}',
    master: 'magister|diplom(?:-[\\p{L}]+)?(?: [\\p{L}]+)?|staatsexamen',
    vocational:
      'ausbildung(?: zu[mr] [\\p{L}/ -]+)?|berufsausbildung|lehre|meisterbrief|meister|techniker|fachwirt|ihk',
    school:
      'abitur|fachabitur|fachhochschulreife|allgemeine hochschulreife|hochschulreife|mittlere reife|realschulabschluss|hauptschulabschluss|matura|matur',
  },
  languageLevels: {
    C2: 'verhandlungssicher',
    C1: 'fließend|sehr gut',
    B2: 'gut|gute',
    A2: 'grundkenntnisse|schulkenntnisse',
  },
  nativeLanguage: 'muttersprache|muttersprachler',
  nameLabels: '(?:vor- und nach|vor|nach)?name|vorname und nachname',
  careerBreaks:
    'elternzeit|mutterschutz|erziehungsurlaub|kindererziehung|berufliche (?:auszeit|pause)|auszeit|sabbatjahr|weltreise|arbeitssuchend|arbeitslos|arbeitssuche|stellensuche|familienzeit|familienpause',
  dates: {
    articles: 'zum|vom|den|dem',
    today:
      'heute|jetzt|laufend|aktuell|dato|andauernd|fortlaufend|gegenwärtig|derzeit|momentan|zurzeit|unbefristet',
    until: 'bis|[-–—]\\s*bis',
    since: 'seit|ab',
    months: {
      '1': 'jän jaen',
      '2': 'feber',
      '3': 'mrz mär maerz',
      '5': 'mai',
      '10': 'okt',
      '12': 'dez',
    },
    of: 'des jahres',
    about: 'etwa|rund|um',
    between: 'zwischen',
    quarter: 'quartal|quart',
    half: 'halbjahr|hj',
    fiscal: 'geschäftsjahr|gj|schuljahr|jahre?',
    parts: {
      early: 'anfang|beginn',
      mid: 'mitte',
      end: 'ende',
      spring: 'frühling|frühjahr',
      summer: 'sommer',
      autumn: 'herbst|spätjahr',
      winterTerm: 'wintersemester|wise|ws',
      summerTerm: 'sommersemester|sose|ss',
    },
  },
  personalDetails:
    'geburts(?:datum|ort|tag|name)|geboren|alter\\b|geschlecht|nationalität|staatsangehörigkeit|staatsbürgerschaft|familienstand|konfession|kinder\\b',
  askedDegrees: {
    doctorate: 'promotion|doktor\\p{L}*',
    master: 'diplom-?\\p{L}*|magister',
    vocational: 'ausbildung|lehre',
    school: 'abitur',
  },
  askedDegreeParts: 'studi|abitur|ausbildung',
  stillStudying: 'laufend|voraussichtlich',
  documentTitles: 'lebenslauf',
  years: 'jahre?n?',
  headingJoint: 'und',
  at: 'bei',
  fieldLeads: 'im|der|des',
  nameParticles: 'von|der|zu|vom|zur|den',
  schoolNames: 'Hochschule|Fachhochschule|Gymnasium|Akademi\\p{L}*',
  schoolNameLinks: 'der|für|des|und',
  honorifics: 'Herr|Frau',
  languageNames: {
    englisch: 'en',
  },
};
