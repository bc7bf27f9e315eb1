import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const german: InterviewTexts = {
  code: 'de',
  notice,
  mail,
  practice: {
    question: 'Das ist nur zur Übung, und nichts wird aufgenommen. Was machen Sie gern in Ihrer Freizeit?',
    thanks: 'Danke, das hat geklappt. Das Gespräch beginnt, wenn Sie es starten.',
  },
  phrases: {
    greeting: ['Guten Tag und herzlich willkommen.'],
    introduction: [
      'Ich bin ein automatischer Interviewer: ein Computerprogramm, kein Mensch. Sie können mich jederzeit bitten, eine Frage zu wiederholen.',
    ],
    aboutRole: ['Wir sprechen über diese Stelle: {role}.'],
    thanks: [
      'Vielen Dank.',
      'Danke, das habe ich verstanden.',
      'In Ordnung.',
      'Danke für die Erklärung.',
      'Gut, danke.',
      'Danke für Ihre Antwort.',
    ],
    next: [
      'Machen wir weiter.',
      'Meine nächste Frage betrifft Ihre Arbeitsweise.',
      'Kommen wir zu einem anderen Thema.',
    ],
    toProblem: ['Nun möchte ich hören, wie Sie mit einem Problem umgehen.'],
    toMotivation: ['Nun eine Frage zu Ihrer Motivation.'],
    silence: [
      'Lassen Sie sich Zeit.',
      'Antworten Sie, sobald Sie so weit sind.',
      'Es eilt nicht, ich höre zu.',
    ],
    moveOn: [
      'Dann lassen wir diese Frage.',
      'Das ist in Ordnung, wir überspringen sie.',
      'Kein Problem, gehen wir weiter.',
    ],
    more: [
      'Können Sie dazu etwas mehr sagen?',
      'Bitte erzählen Sie mir mehr darüber.',
      'Können Sie das genauer beschreiben?',
    ],
    example: [
      'Können Sie mir ein konkretes Beispiel geben?',
      'Gibt es einen bestimmten Fall, den Sie schildern können?',
      'An welches eine Mal erinnern Sie sich besonders gut?',
    ],
    result: ['Wie ist es am Ende ausgegangen?', 'Was war das Ergebnis?', 'Was war danach anders?'],
    ownPart: ['Was genau war Ihr eigener Anteil daran?', 'Was haben Sie selbst getan, und was die anderen?'],
    measure: ['Wie wurde das gemessen?', 'Woher stammen diese Zahlen?'],
    tool: [
      'Warum haben Sie gerade diese Werkzeuge benutzt?',
      'Was würden Sie mit den genannten Werkzeugen heute anders machen?',
    ],
    repeat: ['Gern, noch einmal.', 'Natürlich. Die Frage war diese.'],
    wait: ['Natürlich, denken Sie in Ruhe nach.', 'Gern, ich warte.'],
    lateTime: ['Unsere Zeit ist fast um, deshalb komme ich zum Schluss.'],
    timeOver: ['Entschuldigen Sie, dass ich unterbreche: Unsere Zeit ist um.'],
    candidateQuestions: ['Jetzt sind Sie an der Reihe. Haben Sie Fragen an das Team? Ich gebe sie weiter.'],
    passOn: [
      'Das kann ich selbst nicht beantworten. Ich gebe es an das Team weiter.',
      'Die Antwort kenne ich nicht. Ihre Frage geht mit diesem Gespräch an das Team.',
      'Das sollte ein Mensch beantworten. Ich reiche es weiter.',
    ],
    otherQuestions: [
      'Haben Sie noch eine Frage?',
      'Möchten Sie sonst noch etwas fragen?',
      'Was möchten Sie noch wissen?',
    ],
    skill: [
      'Für diese Stelle ist Folgendes wichtig: {skill}. Bitte schildern Sie eine Situation, in der Sie es gebraucht haben.',
      'Gefragt ist hier außerdem: {skill}. Was war die schwierigste Aufgabe, für die Sie das brauchten?',
    ],
    cannotHear: ['Leider kann ich Sie nicht hören, deshalb beende ich das Gespräch hier.'],
    closing: [
      'Das war alles von mir. Ein Mensch wird dieses Gespräch auswerten und sich bei Ihnen melden. Vielen Dank für Ihre Zeit und auf Wiedersehen.',
    ],
  },
  questions: {
    opening: [
      'Bitte erzählen Sie zu Beginn von sich und davon, was Sie zurzeit tun.',
      'Bitte beschreiben Sie zunächst in einigen Sätzen, wer Sie sind und was Sie bisher gemacht haben.',
    ],
    experience: [
      'Welche Ihrer bisherigen Aufgaben hat Sie am besten auf diese Stelle vorbereitet, und was haben Sie dort getan?',
      'Bitte erzählen Sie von der Arbeit, die dieser Stelle bisher am nächsten kommt.',
    ],
    problem: [
      'Erzählen Sie von einem schwierigen Problem bei der Arbeit. Wie haben Sie die Ursache gefunden, und was haben Sie getan?',
      'Bitte schildern Sie eine Situation, in der etwas schiefgegangen ist. Was haben Sie unternommen?',
    ],
    motivation: [
      'Warum möchten Sie diese Stelle, und warum jetzt?',
      'Was reizt Sie an dieser Stelle, und was erwarten Sie von ihr?',
    ],
    competency: {
      teamwork: [
        'Erzählen Sie von einer Meinungsverschiedenheit mit jemandem aus Ihrem Team. Was haben Sie getan?',
      ],
      communication: [
        'Erzählen Sie von einer Situation, in der Sie jemandem etwas Schwieriges erklären mussten.',
      ],
      organisation: [
        'Erzählen Sie von einer Zeit, in der mehrere Aufgaben zugleich dringend waren. Wie haben Sie entschieden?',
      ],
      learning: ['Erzählen Sie von etwas Neuem, das Sie schnell lernen mussten. Wie sind Sie vorgegangen?'],
      pressure: [
        'Erzählen Sie von einer Situation, in der Sie unter großem Druck gearbeitet haben. Was haben Sie getan?',
      ],
      service: ['Erzählen Sie von jemandem, der mit Ihrer Arbeit unzufrieden war. Was haben Sie getan?'],
      leadership: [
        'Erzählen Sie von einer Situation, in der Sie Verantwortung für andere übernommen haben. Was haben Sie getan?',
      ],
      accuracy: [
        'Erzählen Sie von einem Fehler, den Sie gefunden oder gemacht haben. Wie sind Sie damit umgegangen?',
      ],
    },
  },
  cues: {
    alone: {
      stop: 'stop|stopp|halt|warte|warten|warten sie|moment|moment mal|einen moment|momentchen|augenblick|einen augenblick|sekunde|eine sekunde|pause|genug|ruhe|nicht so schnell|aufhören|hören sie auf|hör auf|lassen sie mich ausreden|nein stopp|nein stop|nein halt|nein warten sie',
      again:
        'nochmal|noch mal|noch einmal|nochmals|wie bitte|was|wie|hä|entschuldigung|verzeihung|pardon|sorry|wiederholen|wiederholung|langsamer|lauter|was bitte|wie war das|wie war die frage|was war das',
      beside: 'bitte|oh|äh|ähm|hallo|mal|kurz|die frage|können sie|könnten sie|das',
    },
    repeat:
      /wiederhol|noch\s?mal\b.*\b(?:sagen|frage|stellen)|noch einmal|wie (?:bitte|war die frage)|nicht (?:ganz )?(?:verstanden|gehört|mitbekommen)|was war die frage/u,
    wait: /\b(?:einen|ein|kleinen) (?:moment|augenblick)|moment bitte|(?:kurz|mal) (?:nachdenken|überlegen)|sekunde/u,
    decline:
      /weiß (?:ich )?(?:es |das )?(?:leider )?nicht|keine ahnung|fällt mir (?:gerade |jetzt |leider )?(?:nichts|keines?) ein|möchte ich (?:lieber |dazu )?nicht|überspringen|kann ich (?:leider )?nicht (?:sagen|beantworten)/u,
    noQuestions:
      /^nein|keine (?:weiteren |anderen )?fragen|das (?:war|wäre|ist) (?:schon )?alles|nichts (?:mehr|weiter)|im moment nicht/u,
    example:
      /zum beispiel|beispielsweise|einmal|letzte[sn]? (?:jahr|monat|woche|sommer|winter)|als ich|als wir|damals|vor (?:\S+ )?(?:jahr|monat|woche)|im jahr/u,
    result:
      /ergebnis|am ende|schließlich|letztlich|dadurch|seitdem|danach|erreicht|gelöst|verbessert|gesenkt|gesteigert|gespart|behoben|geschafft|gelernt/u,
    team: /\bwir\b|\buns|team|kolleg|gemeinsam|zusammen/u,
  },
};
