import type { InterviewTexts } from '../../types.ts';
import { mail } from './mail.ts';
import { notice } from './notice.ts';

export const italian: InterviewTexts = {
  code: 'it',
  notice,
  mail,
  practice: {
    question: 'Questa è solo una prova, e nulla viene registrato. Che cosa le piace fare nel tempo libero?',
    thanks: 'Grazie, ha funzionato. Il colloquio comincia quando lo avvia lei.',
  },
  phrases: {
    greeting: ['Buongiorno e grazie di essere qui.'],
    introduction: [
      'Sono un intervistatore automatico: un programma, non una persona. In qualsiasi momento può chiedermi di ripetere una domanda.',
    ],
    aboutRole: ['Parleremo di questa posizione: {role}.'],
    thanks: [
      'Molte grazie.',
      'Grazie per avermelo raccontato.',
      'Va bene.',
      'Capisco, grazie.',
      'Grazie della spiegazione.',
      'Grazie della risposta.',
    ],
    next: [
      'Proseguiamo.',
      'La prossima domanda riguarda il suo modo di lavorare.',
      'Passiamo a un altro argomento.',
    ],
    toProblem: ['Ora vorrei sapere come affronta un problema.'],
    toMotivation: ['Ora una domanda sulla sua motivazione.'],
    silence: ['Faccia con calma.', 'Risponda quando vuole.', "Non c'è fretta, ascolto."],
    moveOn: [
      'Allora lasciamo questa domanda.',
      'Va bene così, la saltiamo.',
      'Nessun problema, andiamo avanti.',
    ],
    more: [
      'Potrebbe dire qualcosa di più?',
      'Mi racconti di più, per favore.',
      'Potrebbe descriverlo più in dettaglio?',
    ],
    example: [
      'Potrebbe farmi un esempio concreto?',
      "C'è un'occasione precisa che può descrivere?",
      'Mi racconti un caso che ricorda bene.',
    ],
    result: ['Come è andata a finire?', 'Qual è stato il risultato?', 'Che cosa era cambiato alla fine?'],
    ownPart: ['Qual è stata esattamente la sua parte?', 'Che cosa ha fatto lei e che cosa gli altri?'],
    measure: ['Come è stato misurato?', 'Da dove vengono questi numeri?'],
    tool: [
      'Perché ha usato proprio questi strumenti?',
      'Che cosa farebbe oggi diversamente con gli strumenti che ha nominato?',
    ],
    repeat: ['Certo, ancora una volta.', 'Volentieri. La domanda era questa.'],
    wait: ['Certo, ci pensi con calma.', 'Va bene, aspetto.'],
    lateTime: ['Il nostro tempo è quasi finito, quindi mi avvio alla conclusione.'],
    timeOver: ['Mi scusi se interrompo: il nostro tempo è finito.'],
    candidateQuestions: ['Ora tocca a lei. Ha domande per il team? Le inoltrerò.'],
    passOn: [
      'A questo non posso rispondere io. Lo riferirò al team.',
      'Non conosco la risposta. La sua domanda arriverà al team insieme a questo colloquio.',
      'A questo deve rispondere una persona. Inoltrerò la domanda.',
    ],
    otherQuestions: [
      "Ha un'altra domanda?",
      "Vuole chiedere qualcos'altro?",
      "Che cos'altro vorrebbe sapere?",
    ],
    skill: [
      'Per questa posizione è importante quanto segue: {skill}. Descriva una situazione in cui le è servito.',
      'Questa posizione richiede anche quanto segue: {skill}. Qual è stato il compito più difficile in cui le è servito?',
    ],
    cannotHear: ['Purtroppo non riesco a sentire nulla, quindi concludo qui il colloquio.'],
    closing: [
      'Da parte mia è tutto. Una persona esaminerà questo colloquio e si metterà in contatto con lei. Grazie del suo tempo e arrivederci.',
    ],
  },
  questions: {
    opening: [
      'Per cominciare, mi parli di sé e di ciò che fa attualmente.',
      'Per iniziare, descriva in poche frasi chi è e che cosa ha fatto finora.',
    ],
    experience: [
      "Quale dei suoi compiti passati l'ha preparata meglio a questa posizione, e che cosa ha fatto?",
      'Mi parli del lavoro che più si avvicina a questa posizione.',
    ],
    problem: [
      'Mi parli di un problema difficile sul lavoro. Come ne ha trovato la causa e che cosa ha fatto?',
      'Descriva una situazione in cui qualcosa è andato storto. Che cosa ha fatto?',
    ],
    motivation: [
      'Perché vuole questa posizione, e perché adesso?',
      'Che cosa la attira di questa posizione e che cosa si aspetta?',
    ],
    competency: {
      teamwork: ['Mi parli di un disaccordo con qualcuno della sua squadra. Che cosa ha fatto?'],
      communication: ['Mi racconti una situazione in cui ha dovuto spiegare a qualcuno una cosa difficile.'],
      organisation: ['Mi racconti un momento in cui più compiti erano urgenti insieme. Come ha deciso?'],
      learning: ['Mi parli di qualcosa di nuovo che ha dovuto imparare in fretta. Come ha proceduto?'],
      pressure: ['Mi racconti un momento in cui ha lavorato sotto forte pressione. Che cosa ha fatto?'],
      service: ['Mi parli di qualcuno che non era contento del suo lavoro. Che cosa ha fatto?'],
      leadership: [
        'Mi racconti una situazione in cui si è fatto carico della responsabilità di altri. Che cosa ha fatto?',
      ],
      accuracy: ['Mi parli di un errore che ha trovato o commesso. Come lo ha gestito?'],
    },
  },
  cues: {
    alone: {
      stop: 'stop|fermo|ferma|fermati|si fermi|aspetta|aspetti|basta|silenzio|pausa|alt|momento|un momento|attimo|un attimo|un secondo|un minuto|piano|no aspetti|no aspetta|no basta|mi faccia finire|mi lasci finire',
      again:
        "ancora|ancora una volta|di nuovo|un'altra volta|scusi|scusa|mi scusi|prego|come|cosa|che cosa|come scusi|ripeta|ripeti|ripetere|più piano|più lentamente|più forte|pardon",
      beside: "per favore|per piacere|per cortesia|oh|ah|eh|signore|signora|la domanda|può|potrebbe|un po'",
    },
    repeat:
      /ripet|di nuovo la domanda|ancora una volta|non ho (?:capito|sentito)|qual (?:era|è) la domanda|come (?:ha detto|scusi)/u,
    wait: /un (?:momento|attimo|secondo|minuto)|mi faccia pensare|ci penso/u,
    decline:
      /non (?:lo )?so\b|nessuna idea|non (?:mi )?viene in mente|preferisco (?:di )?no|preferirei non|saltare|non posso rispondere/u,
    noQuestions: /^no\b|nessuna|non ho (?:altre )?domande|è tutto|nient'altro|basta così/u,
    example:
      /per esempio|ad esempio|una volta|un giorno|l'anno scorso|il mese scorso|la settimana scorsa|quando\b|all'epoca|(?:anni?|mesi|settimane) fa|ricordo/u,
    result:
      /risultat|alla fine|infine|così|da allora|dopo|riuscit|miglior|ridott|aumentat|risparmi|risolt|imparat/u,
    team: /\bnoi\b|nostr|\bci siamo|team|squadra|collegh|insieme|abbiamo/u,
  },
};
