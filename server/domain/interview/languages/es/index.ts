import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const spanish: InterviewTexts = {
  code: 'es',
  notice,
  mail,
  practice: {
    question: 'Esto es solo para practicar y no se graba nada. ¿Qué le gusta hacer en su tiempo libre?',
    thanks: 'Gracias, ha funcionado. La entrevista empieza cuando usted la inicie.',
  },
  phrases: {
    greeting: ['Hola, le doy la bienvenida.'],
    introduction: [
      'Soy un entrevistador automático: un programa informático, no una persona. Puede pedirme en cualquier momento que repita una pregunta.',
    ],
    aboutRole: ['Vamos a hablar de este puesto: {role}.'],
    thanks: [
      'Muchas gracias.',
      'Gracias por contármelo.',
      'De acuerdo.',
      'Entiendo, gracias.',
      'Gracias por la explicación.',
      'Gracias por su respuesta.',
    ],
    next: [
      'Sigamos adelante.',
      'Mi próxima pregunta trata de su manera de trabajar.',
      'Pasemos a otro tema.',
    ],
    toProblem: ['Ahora me gustaría saber cómo afronta un problema.'],
    toMotivation: ['Ahora, una pregunta sobre su motivación.'],
    silence: ['Tómese su tiempo.', 'Responda cuando quiera.', 'No hay prisa, le escucho.'],
    moveOn: [
      'Entonces dejamos esta pregunta.',
      'No pasa nada, la saltamos.',
      'Ningún problema, continuemos.',
    ],
    more: [
      '¿Podría decir algo más sobre eso?',
      'Cuénteme más, por favor.',
      '¿Podría describirlo con más detalle?',
    ],
    example: [
      '¿Podría darme un ejemplo concreto?',
      '¿Hay una ocasión en particular que pueda describir?',
      'Cuénteme, por favor, un caso que recuerde bien.',
    ],
    result: ['¿Cómo acabó todo?', '¿Cuál fue el resultado?', '¿Qué había cambiado al final?'],
    ownPart: ['¿Cuál fue exactamente su parte en ello?', '¿Qué hizo usted y qué hicieron los demás?'],
    measure: ['¿Cómo se midió eso?', '¿De dónde salen esas cifras?'],
    tool: [
      '¿Por qué utilizó precisamente esas herramientas?',
      '¿Qué haría hoy de otra manera con las herramientas que ha mencionado?',
    ],
    repeat: ['Por supuesto, otra vez.', 'Claro. La pregunta era esta.'],
    wait: ['Por supuesto, piénselo con calma.', 'Claro, espero.'],
    lateTime: ['Se nos acaba el tiempo, así que voy terminando.'],
    timeOver: ['Disculpe que interrumpa: se nos ha acabado el tiempo.'],
    candidateQuestions: ['Ahora le toca a usted. ¿Tiene preguntas para el equipo? Yo se las transmitiré.'],
    passOn: [
      'Eso no puedo responderlo yo. Se lo transmitiré al equipo.',
      'No conozco la respuesta. Su pregunta llegará al equipo con esta conversación.',
      'Eso debe responderlo una persona. Se lo haré llegar.',
    ],
    otherQuestions: [
      '¿Tiene otra pregunta?',
      '¿Hay algo más que quiera preguntar?',
      '¿Qué más le gustaría saber?',
    ],
    skill: [
      'Para este puesto es importante lo siguiente: {skill}. Describa, por favor, una situación en la que le hizo falta.',
      'También se pide lo siguiente: {skill}. ¿Cuál fue la tarea más difícil en la que lo necesitó?',
    ],
    cannotHear: ['Por desgracia no consigo oírle, así que termino aquí la conversación.'],
    closing: [
      'Eso es todo por mi parte. Una persona revisará esta conversación y se pondrá en contacto con usted. Muchas gracias por su tiempo y hasta pronto.',
    ],
  },
  questions: {
    opening: [
      'Para empezar, hábleme de usted y de lo que hace actualmente.',
      'Para comenzar, describa en unas frases quién es y qué ha hecho hasta ahora.',
    ],
    experience: [
      '¿Cuál de sus tareas anteriores le ha preparado mejor para este puesto y qué hizo allí?',
      'Hábleme del trabajo que más se parece a este puesto.',
    ],
    problem: [
      'Cuénteme un problema difícil en el trabajo. ¿Cómo encontró la causa y qué hizo?',
      'Describa una situación en la que algo salió mal. ¿Qué hizo al respecto?',
    ],
    motivation: [
      '¿Por qué quiere este puesto y por qué ahora?',
      '¿Qué le atrae de este puesto y qué espera de él?',
    ],
    competency: {
      teamwork: ['Cuénteme un desacuerdo con alguien de su equipo. ¿Qué hizo usted?'],
      communication: ['Cuénteme una ocasión en la que tuvo que explicar algo difícil a alguien.'],
      organisation: ['Cuénteme una ocasión en la que varias tareas eran urgentes a la vez. ¿Cómo decidió?'],
      learning: ['Cuénteme algo nuevo que tuvo que aprender deprisa. ¿Cómo lo hizo?'],
      pressure: ['Cuénteme una ocasión en la que trabajó bajo mucha presión. ¿Qué hizo?'],
      service: ['Cuénteme el caso de alguien que no quedó contento con su trabajo. ¿Qué hizo usted?'],
      leadership: ['Cuénteme una ocasión en la que asumió la responsabilidad de otras personas. ¿Qué hizo?'],
      accuracy: ['Cuénteme un error que encontró o cometió. ¿Cómo lo resolvió?'],
    },
  },
  cues: {
    alone: {
      stop: 'para|pare|alto|espera|espere|espérese|basta|ya basta|silencio|pausa|momento|un momento|un momentito|un segundo|un minuto|detente|deténgase|stop|suficiente|no espere|no espera|no pare|déjeme terminar',
      again:
        'otra vez|de nuevo|una vez más|perdón|perdone|perdona|perdóneme|disculpe|disculpa|disculpas|qué|que|cómo|cómo dice|mande|repita|repite|repítalo|repítamelo|más despacio|más lento|más alto|lo siento',
      beside: 'por favor|oh|ah|eh|oiga|oye|señor|señora|la pregunta|puede|podría|un poco|ahí',
    },
    repeat:
      /repet|repita|otra vez|no (?:le |la |lo )?(?:he )?(?:entendí|entendido|oí|oído|escuché)|cómo dice|cuál (?:era|es) la pregunta|de nuevo/u,
    wait: /un (?:momento|segundo|minuto)|momentito|déjeme pensar|deje que piense/u,
    decline:
      /no (?:lo )?sé(?:\W|$)|ni idea|no se me ocurre|prefiero no|saltar|no puedo (?:responder|contestar)/u,
    noQuestions: /^no\b|ninguna|no tengo (?:más |otras )?preguntas|eso es todo|nada más/u,
    example:
      /por ejemplo|una vez|un día|el (?:año|mes|verano|invierno) pasado|la semana pasada|cuando\b|en aquel|hace (?:\S+ )?(?:años?|mes(?:es)?|semanas?)|recuerdo/u,
    result:
      /resultado|al final|finalmente|por eso|desde entonces|después|consegu|logr|mejor|redu|aument|ahorr|solucion|resolv|aprend/u,
    team: /nosotros|nuestro|nos\b|equipo|compañer|colega|juntos|\w(?:amos|emos|imos)\b/u,
  },
};
