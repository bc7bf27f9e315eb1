import type { CvWords } from '../pack.ts';

export const cv: CvWords = {
  headings: {
    summary:
      'perfil|perfil profesional|resumen|resumen profesional|sobre mi|objetivo|objetivo profesional|extracto',
    experience:
      'experiencia|experiencia laboral|experiencia profesional|trayectoria profesional|historial laboral',
    education: 'formacion|formacion academica|educacion|estudios|formacion y estudios',
    skills:
      'habilidades|competencias|aptitudes|conocimientos|habilidades tecnicas|conocimientos informaticos|informatica',
    languages: 'idiomas|lenguas',
    certificates: 'certificaciones|certificados|cursos|cursos y certificaciones|formacion complementaria',
    projects: 'proyectos',
    awards: 'logros|premios',
    publications: 'publicaciones',
    volunteering: 'voluntariado',
    interests: 'intereses|aficiones',
    references: 'referencias',
    contact: 'contacto|datos personales|datos de contacto|informacion personal',
    other: 'otros datos|informacion adicional',
  },
  titles:
    'ingeniero|ingeniera|desarrollador|desarrolladora|gerente|director|directora|jefe|jefa|encargado|encargada|profesor|profesora|maestro|maestra|contador|contadora|contable|administrativo|administrativa|auxiliar|asistente|analista|consultor|consultora|técnico|técnica|vendedor|vendedora|comercial|enfermero|enfermera|médico|médica|abogado|abogada|becario|becaria|practicante|responsable|coordinador|coordinadora|cocinero|cocinera|camarero|camarera|dependiente|dependienta|operario|arquitecto|arquitecta|diseñador|diseñadora|programador|programadora|recepcionista|conductor',
  companies: 's\\.?a|s\\.?l|empresa|grupo|ayuntamiento|clínica|banco',
  schools: 'universidad|instituto|escuela|colegio|facultad|politécnica',
  degrees: {
    doctorate: 'doctorado',
    master: 'maestría|máster|licenciatura de 5',
    bachelor: 'licenciatura|licenciado|licenciada|grado en',
    vocational: 'ciclo formativo|formación profesional|técnico superior|fp',
    school: 'bachillerato|eso',
  },
  languageLevels: {
    C2: 'bilingüe',
    C1: 'fluido|fluida|avanzado|alto',
    B2: 'bueno|buen nivel',
    B1: 'intermedio|medio',
    A2: 'básico|básica|elemental',
  },
  nativeLanguage: 'lengua materna|materna|nativo|nativa',
  careerBreaks:
    'permiso (?:parental|por maternidad|de maternidad|por paternidad)|baja (?:maternal|por maternidad|médica)|excedencia|año sabático|pausa (?:profesional|laboral)|desemplead[oa]|desempleo|búsqueda de empleo',
  dates: {
    today: 'presente|actualidad|actual|actualmente|la fecha|hoy|en curso|vigente|continúa|ahora|día de hoy',
    until: 'a|hasta',
    since: 'desde|desde el',
    articles: 'el|la|los|las',
    months: {
      '1': 'ene',
      '4': 'abr',
      '8': 'ago',
      '12': 'dic',
    },
    of: 'de|del|de el',
    about: 'aprox|aproximadamente|hacia',
    between: 'entre',
    terms: 'semestre|cuatrimestre',
    quarter: 't|trimestre|trim',
    half: 's|semestre|sem',
    fiscal: 'curso|ejercicio|año|años',
    parts: {
      early: 'principios|inicios|comienzos|inicio',
      mid: 'mediados|mitad',
      end: 'fines|finales|final|fin',
      spring: 'primavera',
      summer: 'verano',
      autumn: 'otoño',
      winter: 'invierno',
    },
  },
  personalDetails:
    'fecha de nacimiento|lugar de nacimiento|nacid[oa]|edad\\b|sexo\\b|género|nacionalidad|estado civil|hijos\\b',
  askedDegrees: {
    doctorate: 'doctorado',
    master: 'maestría',
    bachelor: 'licenciatura|grado',
    vocational: 'fp',
    school: 'bachillerato',
  },
  askedDegreeParts: 'licen',
  stillStudying: 'en curso|cursando',
  documentTitles: 'currículum',
  years: 'años',
  headingJoint: 'y',
  fieldLeads: 'de',
  nameParticles: 'de|del|la|el',
  schoolNames: 'Universidad\\p{L}*|Escuela|Instituto',
  schoolNameLinks: 'de|del|la|las|los',
  honorifics: 'Señora?',
  languageNames: {
    castellano: 'es',
  },
};
