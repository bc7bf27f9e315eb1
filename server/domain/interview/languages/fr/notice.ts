import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Qui pose les questions',
    text: 'Un programme informatique pose les questions pour le poste « {role} ». Personne n’écoute pendant que vous parlez, et le programme ne décide rien à votre sujet.',
  },
  recorded: {
    title: 'Ce qui est enregistré',
    text: 'Votre voix est enregistrée et un ordinateur la transforme en texte. Ce que vous tapez est conservé aussi. Il n’y a pas d’image.',
  },
  scored: {
    title: 'Ce qui est noté',
    text: 'À partir de l’enregistrement, un ordinateur note votre vocabulaire, votre aisance et votre accent. Ces notes montrent comment vous parlez la langue de cet entretien. Elles ne jugent pas ce que vous savez.',
    none: 'Votre façon de parler n’est pas notée.',
  },
  seen: { title: 'Qui le reçoit', text: '{client} reçoit tout cela et répond de ce qui en est fait.' },
  kept: {
    title: 'Combien de temps c’est conservé',
    text: 'À compter de la fin de l’entretien :',
    recording: 'Enregistrement',
    transcript: 'Texte',
    scores: 'Notes',
    untilDeleted: 'jusqu’à ce que {client} les supprime',
  },
  ask: {
    title: 'À qui s’adresser',
    text: 'Vous pouvez poser des questions, demander un autre arrangement en raison d’un handicap, voir ou corriger vos données, les faire supprimer, ou faire expliquer une note et la faire revoir par une personne. Écrivez aux personnes qui vous ont invité.',
    contact: 'Contact : {contact}',
    privacy: 'Politique de confidentialité : {url}',
  },
  without: {
    title: 'Si vous n’êtes pas d’accord',
    text: 'Vous n’êtes pas obligé d’accepter. Dans ce cas rien n’est enregistré et aucun entretien n’a lieu ici ; demandez une autre solution aux personnes qui vous ont invité. Si vous acceptez, vous pouvez quand même arrêter l’entretien à tout moment.',
  },
  added: '{client} ajoute',
  agree: {
    recorded: 'J’ai lu ceci et j’accepte d’être enregistré.',
    scored:
      'J’ai lu ceci et j’accepte d’être enregistré, et que mon vocabulaire, mon aisance et mon accent soient notés par un ordinateur.',
  },
};
