import type { AccentResult } from '../scoring/accent.ts';
import type { CutPoints, DimensionCalibration } from '../scoring/calibration.ts';
import { levelInWords } from '../scoring/cefr-levels.ts';
import { clarityOf } from '../scoring/clarity.ts';
import { withoutPunctuation } from '../scoring/text.ts';
import { type Abstention, type CefrLevel, type DimensionScore, isAbstention } from '../scoring/types.ts';
import { clock } from '../transcript/clock.ts';
import { wordings } from './measures.ts';
import { evidenceFor, listed, type Move, movesOf, NOTABLE_POINTS, sentence } from './moves.ts';
import { type Calibrations, figures, noSounds } from './recommendation.ts';
import { unclearSounds } from './sounds.ts';

/** Vocabulary in two or three plain sentences: level, what moved it most, an example with its time. */
export function explainVocabulary(
  result: DimensionScore | Abstention,
  calibration: DimensionCalibration,
  cutPoints: CutPoints,
): string {
  if (isAbstention(result)) return `Vocabulary was not scored. ${result.reason}`;
  const rare = result.evidence.filter(({ feature }) => feature === 'beyond2000Share').slice(0, 2);
  const repeated = evidenceFor(result, 'repeatedBigramShare');
  const quoted = rare.map(({ note, startMs }) => `${note?.match(/"(.+?)"/)?.[0]} (${clock(startMs)})`);
  const example =
    quoted.length > 0
      ? `Less common words are used, such as ${listed(quoted)}.`
      : repeated
        ? `${sentence(repeated.note ?? 'a phrase comes back')}, first at ${clock(repeated.startMs)}.`
        : '';
  return join([
    opening('Vocabulary', result, cutPoints),
    moved(movesOf(result, calibration), result.cefr),
    example,
  ]);
}

/** Fluency in two or three plain sentences: level, what moved it most, an example with its time. */
export function explainFluency(
  result: DimensionScore | Abstention,
  calibration: DimensionCalibration,
  cutPoints: CutPoints,
): string {
  if (isAbstention(result)) return `Fluency was not scored. ${result.reason}`;
  const moves = movesOf(result, calibration);
  const hesitates = moves.slice(0, 3).some(({ points }) => points < -NOTABLE_POINTS);
  const pause = evidenceFor(result, 'midClausePausesPerMinute');
  const run = evidenceFor(result, 'meanRunSyllables');
  const example =
    hesitates && pause
      ? `The longest stop inside a clause is ${pause.note}, at ${clock(pause.startMs)}.`
      : run
        ? `A long stretch is ${run.note}, from ${clock(run.startMs)}: "${shortened(run.text)}".`
        : '';
  return join([opening('Fluency', result, cutPoints), moved(moves, result.cefr), example]);
}

/** Accent in plain sentences: level, what it is read from, how many words were clear, which sounds stand out by more than chance. */
export function explainAccent(
  result: AccentResult | Abstention,
  { scale: { cutPoints }, usualSounds }: Pick<Calibrations, 'scale' | 'usualSounds'>,
): string {
  if (isAbstention(result)) return `Accent was not scored. ${result.reason}`;
  if (!result.words) return join([opening('Accent', result, cutPoints), noSounds]);
  const { words, evidence } = result;
  const clear = words.filter(({ gop }) => clarityOf(gop) === 'clear').length;
  const [word] = evidence;
  const sounds = unclearSounds(result, usualSounds, 2).map(({ named }) => named);
  return join([
    opening('Accent', result, cutPoints),
    'It is read from how clear each sound is and how long it lasts, which carries stress and rhythm; the scale was made with Mandarin speakers who read English, and other accents are not measured.',
    `Of ${words.length} words that were surely heard, ${clear} ${clear === 1 ? 'was' : 'were'} clear${word ? `; the least clear is "${withoutPunctuation(word.text)}" at ${clock(word.startMs)}` : ''}.`,
    sounds.length > 0
      ? `${sentence(listed(sounds))} ${sounds.length > 1 ? 'stand' : 'stands'} out as less clear than the candidate's other sounds.`
      : '',
  ]);
}

/** "Vocabulary is at B1 to B2, most likely B1 (2.7 of 5; 2.1 to 3.3 is likely)." */
function opening(name: string, dimension: DimensionScore, cutPoints: CutPoints): string {
  const { score, interval, confidence } = dimension;
  const level = levelInWords(score, interval, cutPoints);
  return confidence === 'low'
    ? `${name} comes out at ${level} (${figures(dimension)}), with little certainty.`
    : `${name} is at ${level} (${figures(dimension)}).`;
}

/** How many features a text names. */
const TOLD = 3;

/** One or two sentences on the features that moved the score most, for and against told apart. */
function moved(moves: readonly Move[], cefr: CefrLevel): string {
  const known = moves.filter(({ feature }) => wordings[feature]);
  const notable = known.filter(({ points }) => Math.abs(points) >= NOTABLE_POINTS).slice(0, TOLD);
  if (notable.length === 0) {
    const side = cefr === 'B2' ? 'close to' : cefr === 'C1' || cefr === 'C2' ? 'above' : 'below';
    const told = known.slice(0, 2).map((move) => wordings[move.feature]!.name(move));
    return `No single measure moved the score by much; together they lie ${side} what is usual at B2${told.length > 0 ? ` (${listed(told)})` : ''}.`;
  }
  const [first, ...others] = notable;
  const alike = others.filter(({ points }) => points > 0 === first!.points > 0);
  const opposed = others.filter(({ points }) => points > 0 !== first!.points > 0);
  const clauses = [first!, ...alike, ...opposed].map((move, index) => {
    const told = wordings[move.feature]!.tell(move);
    // With what is compared is said once.
    return index === 0 ? told : told.replace(/ (usual|taken as usual) at B2/, ' $1');
  });
  const last = others.length > 0 ? `; ${opposed.length > 0 ? 'but' : 'and'} ${clauses.pop()}` : '';
  const rest = others.length > 0 ? '' : '; the other measures moved the score less';
  return `The candidate ${clauses.join('; ')}${last}${rest}.`;
}

const shortened = (text: string): string => {
  const words = text.split(' ');
  return words.length <= 9 ? text : `${words.slice(0, 9).join(' ')} …`;
};

const join = (sentences: readonly string[]): string => sentences.filter(Boolean).join(' ');
