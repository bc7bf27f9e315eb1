import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: invitación a una entrevista para {role}',
    reminder: '{client}: su entrevista para {role} sigue pendiente',
    link: '{client}: su nuevo enlace a la entrevista para {role}',
  },
  greeting: 'Hola, {name}:',
  greetingWithoutName: 'Hola:',
  invited: '{client} le invita a una entrevista para este puesto: {role}.',
  reminder: 'Todavía no ha hecho su entrevista. Este es el único recordatorio.',
  newLink: 'Aquí tiene su nuevo enlace. El anterior ya no funciona.',
  open: 'Abrir la entrevista',
  needed:
    'Un programa de ordenador hace las preguntas y usted responde de viva voz. Dura como máximo {minutes} minutos. Necesita un lugar tranquilo, un micrófono y un navegador. Antes de empezar, podrá leer qué se graba y decir que no.',
  until: 'El enlace funciona hasta: {deadline}.',
  personal: 'El enlace es solo para usted. Por favor, no lo comparta.',
  ask: '¿Tiene preguntas o necesita otra forma por una discapacidad? Escriba a quien le ha invitado.',
  contact: '¿Tiene preguntas o necesita otra forma por una discapacidad? Contacto: {contact}',
  calendar: 'Último momento para la entrevista: {role}',
};
