import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Quién pregunta',
    text: 'Un programa informático hace las preguntas para el puesto «{role}». Ninguna persona escucha mientras usted habla, y el programa no decide nada sobre usted.',
  },
  recorded: {
    title: 'Qué se graba',
    text: 'Se graba su voz y un ordenador la convierte en texto. También se guarda lo que escribe. No hay imagen.',
  },
  scored: {
    title: 'Qué se puntúa',
    text: 'A partir de la grabación, un ordenador puntúa su vocabulario, su fluidez y su acento. Las puntuaciones muestran cómo habla usted el idioma de esta entrevista. No juzgan lo que sabe.',
    none: 'No se puntúa su manera de hablar.',
  },
  seen: { title: 'Quién lo recibe', text: '{client} lo recibe todo y responde de lo que se haga con ello.' },
  kept: {
    title: 'Cuánto tiempo se guarda',
    text: 'Contado desde el final de la entrevista:',
    recording: 'Grabación',
    transcript: 'Texto',
    scores: 'Puntuaciones',
    untilDeleted: 'hasta que {client} lo borre',
  },
  ask: {
    title: 'A quién preguntar',
    text: 'Puede hacer preguntas, pedir otra forma de entrevista por una discapacidad, ver o corregir sus datos, pedir que se borren, o que se le explique una puntuación y la revise una persona. Escriba a quienes le invitaron.',
    contact: 'Contacto: {contact}',
    privacy: 'Aviso de privacidad: {url}',
  },
  without: {
    title: 'Si no está de acuerdo',
    text: 'No tiene que aceptar. En ese caso no se graba nada y aquí no hay entrevista; pida otra forma a quienes le invitaron. Aunque acepte, puede terminar la entrevista en cualquier momento.',
  },
  added: '{client} añade',
  agree: {
    recorded: 'He leído esto y acepto que se me grabe.',
    scored:
      'He leído esto y acepto que se me grabe y que un ordenador puntúe mi vocabulario, mi fluidez y mi acento.',
  },
};
