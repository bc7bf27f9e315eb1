import type { compareTexts as english } from '../compare.ts';
import type { Texts } from '../language.ts';

export const compareTexts: Texts<typeof english> = {
  title: 'Zwei Kandidaten vergleichen',
  description: 'Nebeneinander, mit der Sicherheit jeder Bewertung.',
  first: 'Erste Person',
  second: 'Zweite Person',
  choose: 'Nach Ihrer Kennung oder der des Laufs suchen',
  nothing: 'Keine fertige Aufnahme passt',
  empty: {
    title: 'Wählen Sie zwei Kandidaten',
    text: 'Suchen Sie auf jeder Seite eine Aufnahme; fertige lassen sich vergleichen.',
  },
  noResult: 'Diese Aufnahme hat kein Ergebnis, das sich vergleichen ließe.',
  same: 'Das ist zweimal dieselbe Aufnahme: Wählen Sie eine andere.',
  scores: 'Bewertungen',
  profile: 'Profile',
  difference: 'Unterschied',
  ahead: (name: string, by: string) => `${name} liegt um ${by} vorn`,
  equal: 'Dieselbe Bewertung',
  verdicts: {
    clear: 'Die Bereiche überschneiden sich nicht: ein echter Unterschied.',
    likely: 'Die Bereiche überschneiden sich zum Teil: wahrscheinlich, aber nicht sicher ein Unterschied.',
    unclear: 'Die Bereiche überschneiden sich weit: Dieser Unterschied kann Zufall sein.',
  },
  otherBasis: 'Diese Mittel sind aus verschiedenen Bewertungen gebildet: nicht vergleichbar.',
  notComparable: 'Nicht bei beiden bewertet.',
  measures: 'Messwerte',
  measuresHelp: 'Die mit einem Vergleichswert. Der bessere Wert ist fett.',
  swap: 'Seiten tauschen',
  otherLanguage:
    'Die beiden Interviews sind in verschiedenen Sprachen: Vergleichen Sie Stufen, nicht Messwerte.',
  legend: 'Durchgezogen und blau: erste Person. Gestrichelt und orange: zweite Person.',
};
