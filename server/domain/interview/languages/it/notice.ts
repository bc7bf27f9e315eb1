import type { NoticeTexts } from '../../types.ts';

export const notice: NoticeTexts = {
  program: {
    title: 'Chi fa le domande',
    text: 'Un programma informatico fa le domande per il ruolo «{role}». Nessuna persona ascolta mentre parla, e il programma non decide nulla su di Lei.',
  },
  recorded: {
    title: 'Che cosa viene registrato',
    text: 'La Sua voce viene registrata e un computer la trasforma in testo. Si conserva anche ciò che scrive. Non ci sono immagini.',
  },
  scored: {
    title: 'Che cosa viene valutato',
    text: 'Dalla registrazione un computer valuta il Suo vocabolario, la Sua scioltezza e il Suo accento. I punteggi mostrano come parla la lingua di questo colloquio. Non giudicano ciò che sa.',
    none: 'Il Suo modo di parlare non viene valutato.',
  },
  seen: { title: 'Chi lo riceve', text: '{client} riceve tutto questo e risponde di come viene usato.' },
  kept: {
    title: 'Per quanto tempo si conserva',
    text: 'Dalla fine del colloquio:',
    recording: 'Registrazione',
    transcript: 'Testo',
    scores: 'Punteggi',
    untilDeleted: 'finché {client} non lo cancella',
  },
  ask: {
    title: 'A chi chiedere',
    text: 'Può fare domande, chiedere un’altra modalità per una disabilità, vedere o correggere i Suoi dati, farli cancellare, o farsi spiegare un punteggio e farlo controllare da una persona. Scriva a chi L’ha invitata.',
    contact: 'Contatto: {contact}',
    privacy: 'Informativa sulla privacy: {url}',
  },
  without: {
    title: 'Se non è d’accordo',
    text: 'Non è obbligato ad accettare. In tal caso nulla viene registrato e qui non si tiene alcun colloquio; chieda un’altra modalità a chi L’ha invitata. Anche se accetta, può terminare il colloquio in ogni momento.',
  },
  added: '{client} aggiunge',
  agree: {
    recorded: 'Ho letto e accetto di essere registrato.',
    scored:
      'Ho letto e accetto di essere registrato, e che un computer valuti il mio vocabolario, la mia scioltezza e il mio accento.',
  },
};
