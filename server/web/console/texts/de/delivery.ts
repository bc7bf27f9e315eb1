import type { deliveryTexts as english } from '../delivery.ts';
import type { Texts } from '../language.ts';
import { count } from './count.ts';

export const deliveryTexts: Texts<typeof english> = {
  title: 'Wie es gesagt wurde',
  description:
    'Neben den Bewertungen: Nichts davon ist bewertet, denn es wurde nicht mit Urteilen von Fachleuten verglichen.',
  talkShare: 'Anteil am Gespräch',
  connectives: 'Wörter, die Gedanken verbinden',
  fillers: 'Gefüllte Pausen',
  per100: (value: string) => `${value} auf 100 Wörter`,
  words: (list: readonly string[]) => list.join(', '),
  times: (text: string, number: number) => `${text} ${number}×`,
  none: 'keine',
  freeTalk: 'Zeichen freier Rede, auf 100 Wörter',
  freeTalkHelp:
    'Wer frei spricht, hat viele davon, wer vorliest, wenige. Es ist kein Urteil: In dem, was wir gemessen haben, hat keine Grenze die beiden getrennt.',
  freeTalkParts: {
    fillers: 'gefüllte Pausen',
    repairs: 'Wiederholungen und Neuansätze',
    contractions: 'Zusammenziehungen',
    discourseMarkers: 'Wörter wie „also“',
  },
  connectiveKinds: {
    cause: 'Grund',
    contrast: 'Gegensatz',
    condition: 'Bedingung',
    order: 'Reihenfolge',
    addition: 'Ergänzung',
    example: 'Beispiel',
  },
  ofKind: (kind: string, words: string) => `${kind} (${words})`,
  part: (value: string, name: string) => `${value} ${name}`,
  pace: 'Tempo, Minute für Minute',
  minute: 'Minute',
  wordsPerMinute: 'Wörter je Minute',
  pausedShare: 'Zeit in Pausen',
  repeated: 'Zweimal gesagt',
  again: 'noch einmal bei',
  repeatedWords: (number: number) => count(number, 'Wort', 'Wörter'),
};
