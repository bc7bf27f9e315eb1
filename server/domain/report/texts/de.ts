import { germanWordings } from '../../explanation/measures-de.ts';
import type { StructureKind } from '../../grammar/range.ts';
import type { DimensionScore } from '../../scoring/types.ts';
import { clock } from '../../transcript/clock.ts';
import type { ReportedLevel } from '../types.ts';
import type { ReportTexts } from './types.ts';

const number = (value: number): string => value.toFixed(1).replace('.', ',');
const figures = ({ score, interval: [low, high] }: Pick<DimensionScore, 'score' | 'interval'>): string =>
  `${number(score)} von 5; wahrscheinlich ${number(low)} bis ${number(high)}`;
const day = (iso: string): string =>
  new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
const languageName = (code: string): string =>
  new Intl.DisplayNames(['de'], { type: 'language' }).of(code) ?? code;

const band: ReportTexts['band'] = ({ from, to, level, isLikeliest }) =>
  from === to ? level : `${from} bis ${to}, ${isLikeliest ? 'am wahrscheinlichsten' : 'etwa'} ${level}`;

/** Nothing is told as certain. */
const percent = (probability: number): string =>
  probability > 0.99 ? 'über 99 %' : probability < 0.01 ? 'unter 1 %' : `${Math.round(100 * probability)} %`;

const dimensions: ReportTexts['dimensions'] = {
  vocabulary: 'Wortschatz',
  fluency: 'Sprechfluss',
  accent: 'Aussprache',
};

const basis = ({ basedOn }: ReportedLevel): string => {
  const names = basedOn.map((kind) => dimensions[kind]);
  return names.length > 1 ? names.join(' und ') : `${names[0]} allein`;
};

/** Sounds are named by everyday words of English, which stay English. */
const soundIn = (example: string): string =>
  example
    .replace(/^the vowel of "(.+)"$/, 'den Vokal in „$1“')
    .replace(/^the middle sound of "(.+)"$/, 'den mittleren Laut in „$1“')
    .replace(/^the "(.+)" of "(.+)"$/, 'das „$1“ in „$2“');

const structures: Record<StructureKind, string> = {
  past: 'Vergangenheit (past tense)',
  continuous: 'Verlaufsform',
  future: 'Zukunft',
  comparison: 'Vergleiche',
  because: 'Begründungssätze',
  when: 'Zeitsätze',
  if: 'Bedingungssätze',
  relative: 'Relativsätze',
  presentPerfect: 'present perfect',
  indirectQuestion: 'indirekte Fragen',
  although: 'Gegensätze („although“)',
  passive: 'Passiv',
  pastPerfect: 'past perfect',
  unreal: 'was wäre oder gewesen wäre',
};

export const german: ReportTexts = {
  title: { recruiter: 'Bericht zur gesprochenen Sprache', candidate: 'Ihre gesprochene Sprache' },
  subtitle: ({ language, durationMs, createdAt }) =>
    `Gespräch auf ${languageName(language)}, ${clock(durationMs)} Minuten, ${day(createdAt)}`,
  sections: {
    recruiter: {
      answer: 'Die Antwort',
      job: 'Was die Stelle verlangt',
      reasons: 'Warum: was die Bewertung am meisten bewegt hat',
      measured: 'Was die Person hier gezeigt hat',
      askNext: 'Was als Nächstes zu fragen ist',
      cautions: 'Bevor Sie sich darauf verlassen',
      about: 'Was dieser Bericht nicht sagt',
    },
    candidate: {
      wentWell: 'Was gut gelungen ist',
      practise: 'Was Sie üben können',
      about: 'Zu dieser Seite',
    },
  },
  wordings: germanWordings,
  band,
  dimensions,
  level: (level) =>
    level.interval
      ? `Stufe ${band(level)} (${figures({ score: level.score, interval: level.interval })}), aus ${basis(level)}.`
      : `Stufe ${level.level} (${number(level.score)} von 5), aus ${basis(level)}.`,
  noLevel: 'Weder Wortschatz noch Sprechfluss ließen sich bewerten; deshalb steht hier keine Stufe.',
  sureness: {
    high: 'Wie sicher: ziemlich sicher. In neun von zehn Fällen liegt die wahre Stufe in diesem Bereich.',
    medium:
      'Wie sicher: mäßig. In neun von zehn Fällen liegt die wahre Stufe in diesem Bereich, und der Bereich ist breit.',
    low: 'Wie sicher: wenig. Der Bereich ist so breit, dass dies nur ein erster Eindruck ist.',
  },
  dimension: (name, levels, of) => `${name}: ${band(levels)} (${figures(of)}).`,
  accent: (levels, of, hasLevel) =>
    `Aussprache, also wie leicht Laute, Betonung und Rhythmus zu verstehen sind: ${band(levels)} (${figures(of)}). Sie ${hasLevel ? 'gehört nicht zur Stufe oben und ' : ''}ist kein Kriterium, es sei denn, die Stelle braucht sie.`,
  notScored: (name) => `${name} wurde nicht bewertet.`,
  job: ({ title, wording, level, probability, verdict }) => {
    const asks = `${title ? `„${title}“` : 'Die Stelle'} verlangt ${wording === level ? wording : `„${wording}“, gelesen als ${level}`}`;
    if (probability === null)
      return `${asks}. Wie wahrscheinlich das ist, lässt sich aus dem, was aufbewahrt ist, nicht sagen.`;
    const told = {
      reached: 'Das ist sehr wahrscheinlich erreicht',
      notReached: 'Das ist sehr wahrscheinlich nicht erreicht',
      open: 'Das ist offen',
    }[verdict];
    return `${asks}. ${told} (Wahrscheinlichkeit von ${level} oder höher: ${percent(probability)}).`;
  },
  jobMeans: 'Verglichen ist nur die Stufe oben; eine Stelle kann auch anderes verlangen.',
  asksNothing: (language) =>
    `Die Stelle verlangt keine Stufe für ${languageName(language)}; deshalb ist hier nichts verglichen.`,
  raises: (told) => `Hebt die Bewertung: Die Person ${told}.`,
  lowers: (told) => `Senkt die Bewertung: Die Person ${told}.`,
  can: {
    production: 'Kann in der Zeit genug sagen',
    variety: 'Kann abwechslungsreich formulieren',
    repairs: 'Kann sprechen, ohne oft neu anzusetzen',
    pauses: 'Kann sprechen, ohne oft zu stocken',
    runs: 'Kann in zusammenhängenden Zügen sprechen',
    speed: 'Kann schnell genug sprechen',
  },
  structures: (kinds) =>
    `Fehlerfrei gebrauchte Grammatik: ${kinds.map((kind) => structures[kind]).join(', ')}.`,
  slip: (wrong, right) =>
    `Ein Grammatikfehler: „${wrong}“, besser „${right}“. Die meisten Fehler werden nicht gefunden; wie viele es waren, sagt das nicht.`,
  measured: (can, name, usual) => `${can}: ${name} (auf B2 üblich: ${usual}).`,
  clearWords: (clear, all) =>
    `Von ${all} Wörtern, deren Laute sich beurteilen ließen, waren ${clear} deutlich.`,
  quotations: 'Zitate sind das, was ein Computer gehört hat; einzelne Wörter können falsch sein.',
  noReasons: 'Gründe sind nicht aufbewahrt: Die Einreichung wollte keine Analyse, oder sie wurde gelöscht.',
  ask: {
    production:
      'Bitten Sie um eine längere Geschichte („Erzählen Sie von einem Tag, an dem etwas schiefging“): Kommt mehr, wenn niemand unterbricht?',
    variety:
      'Fragen Sie nach einem Thema außerhalb des Lebenslaufs: Bleibt die Wortwahl dann noch abwechslungsreich?',
    rarity: 'Fragen Sie nach einer Einzelheit aus dem eigenen Fach: Kommen die genauen Begriffe?',
    repairs:
      'Geben Sie eine Minute zum Vorbereiten und fragen Sie noch einmal: Gelingen die Sätze dann beim ersten Versuch?',
    pauses:
      'Stellen Sie eine leichte und eine schwere Frage: Pausen nur bei der schweren sind Nachdenken, nicht Sprache.',
    runs: 'Bitten Sie um eine Erklärung in Schritten: Hängen die Sätze zusammen?',
    speed: 'Fragen Sie nach etwas Vertrautem: Steigt das Tempo?',
  },
  askTwoVoices: 'Hören Sie zuerst die Aufnahme: Vielleicht wurden zwei Personen als eine bewertet.',
  askForMore:
    'Für eine Stufe: Lassen Sie die Person einige Minuten frei und nah am Mikrofon sprechen und lassen Sie diese Aufnahme bewerten.',
  askAboutLevel: ({ level }) =>
    `Ob ${level} erreicht ist, ist offen: Sprechen Sie zehn weitere Minuten frei über neue Themen und lassen Sie auch das bewerten.`,
  askAboutRepeated: (first, again) =>
    `Lassen Sie sich mit anderen Worten sagen, was bei ${first} und noch einmal bei ${again} gesagt wird.`,
  askMore:
    'Kein Messwert legt eine bestimmte Frage nahe. Fragen Sie etwas, worauf sich niemand vorbereitet, etwa was die Person anders machen würde.',
  cautions: {
    twoVoices:
      'Vielleicht wurden zwei Personen als eine bewertet. Hören Sie nach, bevor Sie sich auf die Zahlen verlassen.',
    candidateUnsure:
      'Es ist nicht sicher, welche der Stimmen die bewertete Person ist. Prüfen Sie es an der Abschrift.',
    misheard: (percent) =>
      `Etwa ${percent} % der Wörter der bewerteten Person wurden wahrscheinlich falsch gehört; die Zahlen sind deshalb weniger sicher.`,
    repeated: (words) =>
      `Etwa ${words} Wörter werden fast wörtlich ein zweites Mal gesagt, wie bei vorgelesenem oder auswendig gelerntem Text oder einer Antwort, nach der zweimal gefragt wurde.`,
    beyondNorms:
      'Die Menschen, mit denen diese Skalen gemacht sind, waren bis B2 eingestuft: Wie weit jemand darüber liegt, ist geschätzt.',
    analysis: 'Hinweise der Analyse, auf Englisch:',
  },
  about: {
    recruiter: [
      'Die Stufen sind die des Gemeinsamen Europäischen Referenzrahmens: A1 und A2 elementare, B1 und B2 selbstständige, C1 und C2 kompetente Sprachverwendung.',
      'Nicht bewertet: Grammatik, von der nur Sicheres zitiert wird. Nicht gemessen: ob Antworten richtig sind oder zur Frage passen, Hören, Lesen und Schreiben.',
      'Er sagt, wie jemand in einer Aufnahme gesprochen hat. Wen Sie einstellen, entscheiden Menschen.',
    ],
    candidate: [
      'Danke für das Gespräch. Diese Seite handelt davon, wie Sie in einer Aufnahme gesprochen haben: Wortschatz, Sprechfluss und wie deutlich Ihre Wörter waren. Sie beurteilt Ihre Antworten nicht und ist keine Entscheidung über Sie.',
      'Ein Mikrofon, eine schlechte Leitung oder Aufregung können die Zahlen ändern. Fragen Sie die Menschen, die mit Ihnen gesprochen haben, wenn etwas nicht stimmt.',
    ],
  },
  candidate: {
    sayInstead: (wrong, right) => `Sagen Sie „${right}“ statt „${wrong}“.`,
    aboutB2:
      'B2 ist die vierte von sechs Stufen des Gemeinsamen Europäischen Referenzrahmens für Sprachen: Auf B2 gebraucht man eine Sprache selbstständig.',
    longStretch: 'Hier haben Sie ohne Pause gesprochen: Darauf können Sie aufbauen.',
    sound: (example, ipa) => `${soundIn(example)} (${ipa})`,
    practiseSounds: (sounds) =>
      `Für deutlichere Wörter üben Sie ${sounds.join(' und ')}: erst langsam, dann in einem ganzen Satz.`,
    nothingToPractise:
      'Kein einzelner Messwert fällt als etwas auf, woran zu arbeiten wäre; längere Gespräche über neue Themen bringen Sie weiter.',
    rough: 'Die Aufnahme erlaubt nur grobe Messungen; nehmen Sie diese Hinweise als solche.',
    top: 'Sie liegen über den Menschen, mit denen diese Skalen gemacht sind; sie haben Ihnen nichts zu raten.',
    tooLittle: 'Von Ihnen war zu wenig zu hören, oder es war zu undeutlich, um mehr zu sagen.',
  },
};
