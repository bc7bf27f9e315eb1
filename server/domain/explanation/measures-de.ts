import type { Wording } from './measures.ts';
import type { Move } from './moves.ts';

const round = (value: number, digits = 0): string => value.toFixed(digits).replace('.', ',');

function degree(distance: number): string {
  if (distance < 0.5) return 'etwas ';
  if (distance < 1.2) return '';
  return distance < 2.2 ? 'deutlich ' : 'weit ';
}

const compared = (move: Move, digits = 0): string =>
  `${degree(move.distance)}${move.above ? 'mehr' : 'weniger'} als die ${round(move.norm.mean, digits)}, die auf B2 üblich sind`;

const times = (value: number): string => `${round(value)}-mal`;

/** The same texts as `wordings`, in German: `tell` goes on after "Die Person …". */
export const germanWordings: Readonly<Record<string, Wording>> = {
  wordsPerFloorMinute: {
    name: (move) => `${round(move.value)} Wörter je Minute`,
    tell: (move) => `sagt ${round(move.value)} Wörter je Minute eigener Redezeit, ${compared(move)}`,
    praise: (move) => `Sie haben etwa ${round(move.value)} Wörter je Minute gesagt, mehr als auf B2 üblich.`,
    advise: (move) =>
      `Sie haben etwa ${round(move.value)} Wörter je Minute gesagt. Erzählen Sie eine kurze Geschichte dreimal laut, jedes Mal in weniger Zeit: So kommt mehr heraus.`,
  },
  distinctPerFloorMinute: {
    name: (move) => `${round(move.value)} verschiedene Wörter je Minute`,
    tell: (move) =>
      `bringt ${round(move.value)} verschiedene Wörter in einer Minute unter, ${compared(move)}`,
    praise: (move) =>
      `In einer Minute haben Sie etwa ${round(move.value)} verschiedene Wörter gebraucht, mehr als auf B2 üblich.`,
    advise: (move) =>
      `In einer Minute haben Sie etwa ${round(move.value)} verschiedene Wörter gebraucht. Sammeln Sie vor einem Gespräch zu jedem Thema zehn Wörter und sprechen Sie sie laut.`,
  },
  distinctPer5FloorMinutes: {
    name: (move) => `${round(move.value)} verschiedene Wörter in fünf Minuten`,
    tell: (move) =>
      `bringt ${round(move.value)} verschiedene Wörter in fünf Minuten unter, ${compared(move)}`,
    praise: (move) =>
      `In fünf Minuten haben Sie etwa ${round(move.value)} verschiedene Wörter gebraucht, mehr als auf B2 üblich.`,
    advise: (move) =>
      `In fünf Minuten haben Sie etwa ${round(move.value)} verschiedene Wörter gebraucht. Sammeln Sie vor einem Gespräch zu jedem Thema zehn Wörter und sprechen Sie sie laut.`,
  },
  distinctPer100Words: {
    name: (move) => `${round(move.value)} verschiedene Wörter je 100`,
    tell: (move) => `gebraucht ${round(move.value)} verschiedene Wörter je 100, ${compared(move)}`,
    praise: (move) => `Von je 100 Wörtern waren ${round(move.value)} verschieden, mehr als auf B2 üblich.`,
    advise: (move) =>
      `Von je 100 Wörtern waren ${round(move.value)} verschieden. Wenn ein Wort wiederkommt, versuchen Sie es auf eine zweite Art zu sagen.`,
  },
  mattr50: {
    name: (move) => `${round(100 * move.value)} % verschiedene Wörter unter je 50`,
    tell: (move) =>
      `${move.above ? 'wechselt die Wörter' : 'wiederholt Wörter'} ${degree(move.distance)}mehr, als auf B2 üblich ist (${round(100 * move.value)} % verschiedene unter je 50)`,
    praise: (move) =>
      `Unter je 50 Wörtern waren ${round(100 * move.value)} % verschieden, mehr als auf B2 üblich.`,
    advise: (move) =>
      `Unter je 50 Wörtern waren ${round(100 * move.value)} % verschieden. Eine Antwort mit anderen Worten noch einmal zu erzählen erweitert die Auswahl.`,
  },
  mtld: {
    name: (move) => `${round(move.value)} Wörter, bis sie wiederkommen`,
    tell: (move) =>
      move.above
        ? `bleibt über ${round(move.value)} Wörter hinweg abwechslungsreich, ${compared(move)}`
        : `kommt nach ${round(move.value)} Wörtern auf dieselben zurück, ${degree(move.distance)}früher als nach den ${round(move.norm.mean)}, die auf B2 üblich sind`,
    praise: (move) =>
      `Ihre Wortwahl blieb über lange Strecken abwechslungsreich (im Mittel ${round(move.value)} Wörter).`,
    advise: (move) =>
      `Nach etwa ${round(move.value)} Wörtern kamen dieselben wieder. Eine Antwort mit anderen Worten noch einmal zu erzählen erweitert die Auswahl.`,
  },
  logFrequency: {
    name: () => 'Wörter so häufig wie bei den meisten',
    tell: (move) =>
      move.above
        ? `greift ${degree(move.distance)}mehr zu sehr häufigen Wörtern, als auf B2 üblich ist`
        : `wählt ${degree(move.distance)}seltenere Wörter, als auf B2 üblich ist`,
    praise: () => 'Ihre Wörter waren seltener, als auf B2 üblich ist.',
    advise: () =>
      'Viele Ihrer Wörter waren sehr häufige. Lernen Sie die genauen Begriffe Ihres Fachs, jeden mit einem Beispielsatz.',
  },
  repairsPer100Words: {
    name: (move) => `${move.value < 0.05 ? 'keine' : round(move.value, 1)} Neuansätze je 100 Wörter`,
    tell: (move) =>
      `wiederholt sich oder setzt neu an: ${round(move.value, 1)}-mal je 100 Wörter, ${compared(move, 1)}`,
    praise: (move) =>
      `Sie mussten sich selten wiederholen oder neu ansetzen (${round(move.value, 1)}-mal je 100 Wörter).`,
    advise: (move) =>
      `Sie haben sich ${round(move.value, 1)}-mal je 100 Wörter wiederholt oder neu angesetzt. Eine kurze Stille vor dem Satz kostet weniger als zwei Anfänge.`,
  },
  longPausesPer100Words: {
    name: (move) => `${round(move.value, 1)} lange Pausen je 100 Wörter`,
    tell: (move) =>
      move.value < 0.05
        ? 'schweigt nie zwei Sekunden oder länger'
        : `schweigt ${round(move.value, 1)}-mal je 100 Wörter zwei Sekunden oder länger, ${compared(move, 1)}`,
    praise: (move) =>
      move.value < 0.05
        ? 'Es gab keine Stille von zwei Sekunden oder mehr.'
        : `Stille von zwei Sekunden oder mehr war selten (${round(move.value, 1)}-mal je 100 Wörter).`,
    advise: (move) =>
      `${round(move.value, 1)}-mal je 100 Wörter gab es zwei Sekunden Stille oder mehr. Ein Satz wie „Da muss ich kurz überlegen“ hält das Gespräch in Gang.`,
  },
  articulationRate: {
    name: (move) => `${round(move.value, 1)} Silben je Sekunde`,
    tell: (move) =>
      `spricht ${round(move.value, 1)} Silben je Sekunde, ${degree(move.distance)}${move.above ? 'schneller' : 'langsamer'} als die ${round(move.norm.mean, 1)}, die auf B2 als üblich gelten`,
    praise: (move) =>
      `Ihre Wörter kamen schneller, als auf B2 üblich ist (${round(move.value, 1)} Silben je Sekunde).`,
    advise: (move) =>
      `Ihre Wörter kamen mit ${round(move.value, 1)} Silben je Sekunde. Lesen Sie einen Text zusammen mit einer Aufnahme laut: So werden vertraute Wendungen schneller.`,
  },
  meanRunSyllables: {
    name: (move) => `${round(move.value)} Silben zwischen zwei Pausen`,
    tell: (move) => `spricht ${round(move.value, 1)} Silben von einer Pause zur nächsten, ${compared(move)}`,
    praise: (move) => `Sie haben in langen Zügen gesprochen, ${round(move.value)} Silben von Pause zu Pause.`,
    advise: (move) =>
      `Sie haben ${round(move.value)} Silben von Pause zu Pause gesprochen. Üben Sie ganze Wendungen („Als Erstes habe ich …“): Dann werden die Züge länger.`,
  },
  midClausePausesPerMinute: {
    name: (move) => `${round(move.value)} Pausen je Minute mitten im Satz`,
    tell: (move) =>
      move.value < 0.5
        ? `macht kaum je eine Pause mitten im Satz, wo auf B2 ${times(move.norm.mean)} je Minute als üblich gilt`
        : `macht ${times(move.value)} je Minute eine Pause mitten im Satz, ${compared(move)}`,
    praise: (move) =>
      move.value < 0.5
        ? `Mitten im Gedanken haben Sie kaum je eine Pause gemacht (${round(move.value, 1)}-mal je Minute).`
        : `Mitten im Gedanken haben Sie nur etwa ${times(move.value)} je Minute eine Pause gemacht, seltener als auf B2 üblich.`,
    advise: (move) =>
      `Etwa ${times(move.value)} je Minute haben Sie mitten im Gedanken eine Pause gemacht. Versuchen Sie, vor dem Satz Pause zu machen und nicht darin.`,
  },
  endClausePausesPerMinute: {
    name: (move) => `${round(move.value)} Pausen je Minute zwischen Sätzen`,
    tell: (move) => `macht ${times(move.value)} je Minute eine Pause zwischen zwei Sätzen, ${compared(move)}`,
    praise: (move) => `Pausen zwischen zwei Gedanken waren selten (${round(move.value)} je Minute).`,
    advise: (move) =>
      `Zwischen zwei Gedanken haben Sie etwa ${times(move.value)} je Minute eine Pause gemacht. Bindewörter („also“, „deshalb“) tragen hinüber.`,
  },
  pausedShare: {
    name: (move) => `${round(100 * move.value)} % der Zeit Stille`,
    tell: (move) =>
      `schweigt ${round(100 * move.value)} % der eigenen Redezeit, wo auf B2 etwa ${round(100 * move.norm.mean)} % als üblich gelten`,
    praise: (move) => `Wenig von Ihrer Zeit war Stille (${round(100 * move.value)} %).`,
    advise: (move) =>
      `Etwa ${round(100 * move.value)} % Ihrer Zeit war Stille. Legen Sie eine Antwort vorher in drei Punkten fest: Das verkürzt die Suche nach Worten.`,
  },
};
