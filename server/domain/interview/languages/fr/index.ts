import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const french: InterviewTexts = {
  code: 'fr',
  notice,
  mail,
  practice: {
    question:
      'Ceci est seulement un essai, et rien n’est enregistré. Qu’aimez-vous faire pendant votre temps libre ?',
    thanks: 'Merci, cela a fonctionné. L’entretien commence quand vous le lancez.',
  },
  phrases: {
    greeting: ['Bonjour et bienvenue.'],
    introduction: [
      'Je suis un intervieweur automatique : un programme informatique, pas une personne. Vous pouvez à tout moment me demander de répéter une question.',
    ],
    aboutRole: ['Nous allons parler de ce poste : {role}.'],
    thanks: [
      'Merci beaucoup.',
      "Merci, c'est compris.",
      'Très bien.',
      'Je vois, merci.',
      'Merci pour cette explication.',
      'Merci de votre réponse.',
    ],
    next: [
      'Poursuivons.',
      'Ma prochaine question porte sur votre façon de travailler.',
      'Passons à un autre sujet.',
    ],
    toProblem: ["J'aimerais maintenant savoir comment vous abordez un problème."],
    toMotivation: ['Maintenant, une question sur votre motivation.'],
    silence: ['Prenez votre temps.', 'Répondez quand vous voulez.', 'Rien ne presse, je vous écoute.'],
    moveOn: [
      'Alors laissons cette question.',
      "Ce n'est pas grave, nous la passons.",
      'Pas de problème, continuons.',
    ],
    more: [
      'Pourriez-vous en dire un peu plus ?',
      "Dites-m'en davantage, s'il vous plaît.",
      'Pourriez-vous décrire cela plus en détail ?',
    ],
    example: [
      'Pourriez-vous me donner un exemple concret ?',
      'Y a-t-il une occasion précise que vous pourriez décrire ?',
      'Racontez-moi un cas dont vous vous souvenez bien.',
    ],
    result: [
      "Comment cela s'est-il terminé ?",
      'Quel a été le résultat ?',
      "Qu'est-ce qui avait changé à la fin ?",
    ],
    ownPart: [
      'Quelle était exactement votre propre part ?',
      "Qu'avez-vous fait vous-même, et qu'ont fait les autres ?",
    ],
    measure: ['Comment cela a-t-il été mesuré ?', "D'où viennent ces chiffres ?"],
    tool: [
      'Pourquoi avez-vous utilisé ces outils-là ?',
      "Que feriez-vous autrement aujourd'hui avec les outils que vous avez cités ?",
    ],
    repeat: ['Bien sûr, encore une fois.', 'Certainement. Voici la question.'],
    wait: ['Bien sûr, réfléchissez tranquillement.', "Certainement, j'attends."],
    lateTime: ['Notre temps est presque écoulé, je vais donc conclure.'],
    timeOver: ['Excusez-moi de vous interrompre : notre temps est écoulé.'],
    candidateQuestions: ["À vous maintenant. Avez-vous des questions pour l'équipe ? Je les transmettrai."],
    passOn: [
      "Je ne peux pas y répondre moi-même. Je transmets à l'équipe.",
      "Je ne connais pas la réponse. Votre question parviendra à l'équipe avec cet entretien.",
      "C'est à une personne d'y répondre. Je ferai suivre.",
    ],
    otherQuestions: [
      'Avez-vous une autre question ?',
      'Souhaitez-vous demander autre chose ?',
      'Que voudriez-vous encore savoir ?',
    ],
    skill: [
      'Ceci est important pour ce poste : {skill}. Décrivez une situation dans laquelle vous en avez eu besoin.',
      "Ce poste demande aussi ceci : {skill}. Quelle a été la tâche la plus difficile qui l'exigeait ?",
    ],
    cannotHear: ["Malheureusement, je ne vous entends pas. Je termine donc l'entretien ici."],
    closing: [
      "C'est tout pour moi. Une personne prendra connaissance de cet entretien et vous contactera. Merci de votre temps et au revoir.",
    ],
  },
  questions: {
    opening: [
      'Pour commencer, parlez-moi de vous et de ce que vous faites actuellement.',
      "Pour débuter, décrivez en quelques phrases qui vous êtes et ce que vous avez fait jusqu'ici.",
    ],
    experience: [
      "Laquelle de vos tâches passées vous a le mieux préparé à ce poste, et qu'y avez-vous fait ?",
      'Parlez-moi du travail qui se rapproche le plus de ce poste.',
    ],
    problem: [
      "Parlez-moi d'un problème difficile au travail. Comment en avez-vous trouvé la cause, et qu'avez-vous fait ?",
      "Décrivez une situation où quelque chose a mal tourné. Qu'avez-vous entrepris ?",
    ],
    motivation: [
      'Pourquoi voulez-vous ce poste, et pourquoi maintenant ?',
      "Qu'est-ce qui vous attire dans ce poste, et qu'en attendez-vous ?",
    ],
    competency: {
      teamwork: ["Parlez-moi d'un désaccord avec quelqu'un de votre équipe. Qu'avez-vous fait ?"],
      communication: [
        "Racontez-moi une situation où vous avez dû expliquer quelque chose de difficile à quelqu'un.",
      ],
      organisation: [
        'Racontez-moi un moment où plusieurs tâches étaient urgentes à la fois. Comment avez-vous décidé ?',
      ],
      learning: [
        'Parlez-moi de quelque chose de nouveau que vous avez dû apprendre vite. Comment avez-vous procédé ?',
      ],
      pressure: ["Racontez-moi un moment où vous avez travaillé sous forte pression. Qu'avez-vous fait ?"],
      service: ["Parlez-moi d'une personne mécontente de votre travail. Qu'avez-vous fait ?"],
      leadership: [
        "Racontez-moi une situation où vous avez pris la responsabilité d'autres personnes. Qu'avez-vous fait ?",
      ],
      accuracy: ["Parlez-moi d'une erreur que vous avez trouvée ou commise. Comment l'avez-vous traitée ?"],
    },
  },
  cues: {
    alone: {
      stop: 'stop|stoppez|arrête|arrêtez|attends|attendez|assez|ça suffit|silence|pause|un instant|un moment|une seconde|une minute|minute|halte|doucement|pas si vite|laissez-moi finir|laissez-moi terminer|non attendez|non stop|non arrêtez',
      again:
        'encore|encore une fois|une fois de plus|pardon|pardonnez-moi|comment|quoi|excusez-moi|excuse-moi|désolé|désolée|répétez|répète|répéter|hein|de nouveau|plus lentement|plus fort|plaît-il',
      beside:
        "s'il vous plaît|s'il te plaît|svp|oh|ah|euh|monsieur|madame|la question|pouvez-vous|vous pouvez|juste|je suis|là",
    },
    repeat:
      /répét|redire|redites|encore une fois|pas (?:bien )?(?:compris|entendu|saisi)|quelle (?:était|est) la question/u,
    wait: /un (?:instant|moment|petit moment)|une (?:seconde|minute)|laissez-moi réfléchir|je réfléchis/u,
    decline:
      /(?:je )?(?:ne )?sais pas|aucune idée|rien ne me vient|préfère (?:ne )?pas|passer cette|peux pas répondre/u,
    noQuestions: /^non\b|pas de (?:question|autre)|aucune|c'est tout|rien d'autre|ça ira/u,
    example:
      /par exemple|une fois|un jour|l'(?:année|été|hiver) derni|le mois dernier|la semaine dernière|quand\b|lorsque|à l'époque|il y a (?:\S+ )?(?:ans?|mois|semaines?)|je me souviens/u,
    result:
      /résultat|à la fin|finalement|du coup|depuis|ensuite|réussi|amélior|rédui|augment|économis|résolu|appris|permis/u,
    team: /\bnous\b|\bon a\b|notre|équipe|collègue|ensemble/u,
  },
};
