import type { accentFeatures } from '../features-accent.ts';
import type { fluencyFeatures } from '../features-fluency.ts';
import type { vocabularyFeatures } from '../features-vocabulary.ts';

/** Of a measure only what is read; how it is shown stands with the English. */
type Words<Features> = {
  readonly [Name in keyof Features]: {
    readonly [Key in keyof Features[Name] & ('title' | 'help' | 'unit')]: string;
  };
};

const per100 = 'auf 100 Wörter';
const perMinute = 'je Minute';
const goodness = 'Wie nah die Laute den erwarteten sind; 0 ist am besten.';
const asInDictionary = 'Gezählt wie im Wörterbuch: „gehen“ und „ging“ sind eines.';

const vocabulary: Words<typeof vocabularyFeatures> = {
  distinctPer5FloorMinutes: {
    title: 'Verschiedene Wörter in fünf Minuten',
    help: 'Wie viele verschiedene Wörter die Person in fünf Minuten Redezeit gebraucht. Das beste einzelne Zeichen für den Wortschatz.',
  },
  distinctPerFloorMinute: {
    title: 'Verschiedene Wörter je Minute',
    help: 'Verschiedene Wörter in jeder Minute Redezeit.',
  },
  wordsPerFloorMinute: {
    title: 'Wörter je Minute',
    help: 'Alle Wörter in jeder Minute Redezeit, mit Pausen.',
  },
  mattr50: {
    title: 'Abwechslung in 50 Wörtern',
    help: 'Von je 50 Wörtern hintereinander der Anteil der verschiedenen.',
  },
  mtld: {
    title: 'Wörter, bis sie sich wiederholen',
    help: 'Wie lange die Person spricht, bis Wörter sich zu wiederholen beginnen (MTLD).',
    unit: 'Wörter',
  },
  hdd42: {
    title: 'Abwechslung in einer Stichprobe',
    help: 'Wie wahrscheinlich sich Wörter in einer Stichprobe von 42 unterscheiden (HD-D).',
  },
  logFrequency: {
    title: 'Häufigkeit der Wörter',
    help: 'Wie häufig die Inhaltswörter in der Sprache sind; weniger heißt seltener und schwerer.',
  },
  beyond2000Share: {
    title: 'Wörter jenseits der 2.000 häufigsten',
    help: 'Anteil der Inhaltswörter, die nicht zu den 2.000 häufigsten der Sprache gehören.',
  },
  beyond5000Share: {
    title: 'Wörter jenseits der 5.000 häufigsten',
    help: 'Anteil der Inhaltswörter, die nicht zu den 5.000 häufigsten der Sprache gehören.',
  },
  repeatedBigramShare: {
    title: 'Wiederholte Wortpaare',
    help: 'Anteil benachbarter Wortpaare, die schon gesagt waren.',
  },
  distinctPer100Words: {
    title: 'Verschiedene Wörter in 100',
    help: 'Wie viele von je 100 Wörtern hintereinander verschieden sind.',
    unit: 'Wörter',
  },
  lemmasInFirst100: {
    title: 'Verschiedene Wörter in den ersten 100',
    help: asInDictionary,
    unit: 'Wörter',
  },
  lemmasInFirst300: {
    title: 'Verschiedene Wörter in den ersten 300',
    help: asInDictionary,
    unit: 'Wörter',
  },
  wordLength: { title: 'Länge der Wörter', help: 'Buchstaben je Wort, im Mittel.', unit: 'Buchstaben' },
  hedgesPer100Words: {
    title: 'Abschwächungen',
    help: '„Irgendwie“, „vielleicht“, „ich glaube“, auf 100 Wörter.',
    unit: per100,
  },
  lightVerbShare: {
    title: 'Allgemeine Verben',
    help: 'Anteil von Verben wie „machen“, „tun“ und „bekommen“, die überall passen.',
  },
};

const fluency: Words<typeof fluencyFeatures> = {
  articulationRate: {
    title: 'Artikulationstempo',
    help: 'Silben je Sekunde, ohne Pausen.',
    unit: 'Silben/s',
  },
  speechRate: { title: 'Sprechtempo', help: 'Silben je Sekunde, mit Pausen.', unit: 'Silben/s' },
  meanRunSyllables: {
    title: 'Silben ohne Unterbrechung',
    help: 'Wie viel die Person im Mittel zwischen zwei Pausen sagt.',
    unit: 'Silben',
  },
  pausesPerMinute: {
    title: 'Pausen',
    help: 'Stille von mindestens einer Viertelsekunde, je Minute.',
    unit: perMinute,
  },
  midClausePausesPerMinute: {
    title: 'Pausen mitten im Satzteil',
    help: 'Pausen, wo flüssige Sprecher keine machen: mitten im Gedanken.',
    unit: perMinute,
  },
  endClausePausesPerMinute: {
    title: 'Pausen zwischen Satzteilen',
    help: 'Pausen, wo alle sie machen: zwischen zwei Gedanken.',
    unit: perMinute,
  },
  pausedShare: { title: 'Zeit in Stille', help: 'Anteil der Pausen an der Zeit der Person.' },
  meanPauseMs: { title: 'Länge einer Pause', help: 'Im Mittel.' },
  responseLatencyMs: {
    title: 'Zeit bis zur Antwort',
    help: 'Vom Ende der Frage bis zum ersten Wort der Antwort, als Median aller Antworten.',
  },
  longPausesPer100Words: {
    title: 'Zwei Sekunden Stille',
    help: 'Stille von mindestens zwei Sekunden, auf 100 Wörter.',
    unit: per100,
  },
  repairsPer100Words: {
    title: 'Wiederholte und neu angesetzte Wörter',
    help: 'Wiederholungen und falsche Anfänge, auf 100 Wörter.',
    unit: per100,
  },
  filledPausesPer100Words: {
    title: '„Äh“ und „ähm“',
    help: 'Gefüllte Pausen, auf 100 Wörter. Gezeigt, nicht bewertet: Auch flüssige Sprecher machen sie.',
    unit: per100,
  },
};

const accent: Words<typeof accentFeatures> = {
  gopMean: { title: 'Deutlichkeit der Laute', help: goodness },
  gopWorstQuarter: {
    title: 'Deutlichkeit des schwersten Viertels',
    help: `${goodness} Vom undeutlichsten Viertel aller Laute.`,
  },
  wordGopMean: { title: 'Deutlichkeit der Wörter', help: `${goodness} Je Wort.` },
  gopUnder2Share: {
    title: 'Undeutliche Laute',
    help: 'Anteil der Laute, zu denen ein anderer Laut besser passte.',
  },
  gopUnder4Share: {
    title: 'Sehr undeutliche Laute',
    help: 'Anteil der Laute, zu denen ein anderer Laut viel besser passte.',
  },
  logPosteriorMean: {
    title: 'Sicherheit der Laute',
    help: 'Wie sicher die Zuordnung jedes Lautes ist; 0 ist am besten.',
  },
  logPosteriorWorstQuarter: {
    title: 'Sicherheit des schwersten Viertels',
    help: 'Wie sicher die Zuordnung beim unsichersten Viertel aller Laute ist; 0 ist am besten.',
  },
  entropyMean: {
    title: 'Mehrdeutigkeit der Laute',
    help: 'Wie viele Laute jeweils in Frage kommen; weniger ist deutlicher.',
  },
  acceptedMean: {
    title: 'Annahme der Laute',
    help: 'Wie sicher ein Modell, das an Urteilen von Fachleuten gelernt hat, jeden Laut annimmt.',
  },
  acceptedWorstQuarter: {
    title: 'Annahme des schwersten Viertels',
    help: 'Dasselbe, beim am wenigsten angenommenen Viertel aller Laute.',
  },
  wordAcceptedWorst: {
    title: 'Am wenigsten angenommener Laut eines Wortes',
    help: 'Wie sicher der schwächste Laut jedes Wortes angenommen wird, im Mittel.',
  },
  refusedShare: {
    title: 'Abgelehnte Laute',
    help: 'Anteil der Laute, die ein Modell ablehnt, das an Urteilen von Fachleuten gelernt hat.',
  },
  doubtfulShare: {
    title: 'Zweifelhafte Laute',
    help: 'Anteil der Laute, bei denen ein Modell unsicher ist, das an Urteilen von Fachleuten gelernt hat.',
  },
  phonesPerSecond: {
    title: 'Laute je Sekunde',
    help: 'Tempo der Laute selbst, ohne Pausen.',
    unit: 'Laute/s',
  },
  logDurationMean: { title: 'Länge der Laute', help: 'Mittlere Länge eines Lautes, Logarithmus von ms.' },
  logDurationSd: { title: 'Streuung der Länge', help: 'Wie sehr sich die Längen der Laute unterscheiden.' },
  shortPhoneShare: {
    title: 'Sehr kurze Laute',
    help: 'Anteil der Laute, die viel kürzer sind als üblich.',
  },
  longPhoneShare: {
    title: 'Gedehnte Laute',
    help: 'Anteil der Laute, die viel länger sind als üblich.',
  },
  durationChange: {
    title: 'Wechsel der Länge',
    help: 'Wie sehr sich die Länge von einem Laut zum nächsten ändert.',
  },
  vowelVariability: {
    title: 'Rhythmus der Vokale',
    help: 'Wie sehr sich benachbarte Vokale in der Länge unterscheiden (nPVI): im Englischen mit seinem Betonungsrhythmus stark.',
  },
  pitchRange: {
    title: 'Umfang der Tonhöhe',
    help: 'Wie weit die Stimme auf und ab geht.',
    unit: 'Halbtöne',
  },
  levelSd: {
    title: 'Wechsel der Lautstärke',
    help: 'Wie sehr sich die Lautstärke beim Sprechen ändert.',
    unit: 'dB',
  },
  peakLevelStep: {
    title: 'Sprünge der Lautstärke',
    help: 'Wie viel lauter oder leiser eine Silbe ist als die davor.',
    unit: 'dB',
  },
  peakIntervalSd: {
    title: 'Gleichmaß der Silben',
    help: 'Wie ungleichmäßig Silben aufeinander folgen; weniger ist gleichmäßiger.',
  },
  longVoicedShare: {
    title: 'Lange stimmhafte Strecken',
    help: 'Anteil der stimmhaften Strecken, die ohne Unterbrechung ineinander übergehen.',
  },
};

export const featureWords = { ...vocabulary, ...fluency, ...accent };
