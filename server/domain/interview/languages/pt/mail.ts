import type { MailTexts } from '../../types.ts';

export const mail: MailTexts = {
  subject: {
    invitation: '{client}: convite para uma entrevista para {role}',
    reminder: '{client}: a sua entrevista para {role} ainda está por fazer',
    link: '{client}: a sua nova ligação para a entrevista para {role}',
  },
  greeting: 'Olá, {name},',
  greetingWithoutName: 'Olá,',
  invited: '{client} convida-o(a) para uma entrevista para esta função: {role}.',
  reminder: 'Ainda não fez a sua entrevista. Este é o único lembrete.',
  newLink: 'Aqui está a sua nova ligação. A anterior já não funciona.',
  open: 'Abrir a entrevista',
  needed:
    'Um programa de computador faz as perguntas e a resposta é de viva voz. Dura no máximo {minutes} minutos. Precisa de um lugar calmo, de um microfone e de um navegador. Antes de começar, pode ler o que é gravado e dizer que não.',
  until: 'A ligação funciona até: {deadline}.',
  personal: 'A ligação é só para si. Por favor, não a partilhe.',
  ask: 'Tem perguntas, ou precisa de outra forma devido a uma deficiência? Escreva a quem o(a) convidou.',
  contact: 'Tem perguntas, ou precisa de outra forma devido a uma deficiência? Contacto: {contact}',
  calendar: 'Último momento para a entrevista: {role}',
};
