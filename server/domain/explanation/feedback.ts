import type { AccentResult } from '../scoring/accent.ts';
import { TOLD_ERROR_RATE } from '../scoring/certainty.ts';
import { clarityOf } from '../scoring/clarity.ts';
import type { AccentUse } from '../scoring/overall.ts';
import { withoutPunctuation } from '../scoring/text.ts';
import { isAbstention } from '../scoring/types.ts';
import { clock } from '../transcript/clock.ts';
import { wordings } from './measures.ts';
import { evidenceFor, listed, type Move, movesOf, standsOut } from './moves.ts';
import { type Calibrations, type Scored, scoreOf } from './recommendation.ts';
import { type UsualSounds, unclearSounds } from './sounds.ts';

/**
 * Text for the candidate: what went well first, then one or two things to practise, each from a measured figure that lies outside what is
 * usual, with an example of their own. Kind and specific; no level is called good or bad, and nothing is said of where the candidate comes
 * from.
 *
 * @param accentUse hidden: nothing is said of sounds
 */
export function feedback(
  scored: Scored,
  calibrations: Calibrations,
  accentUse: AccentUse = 'counted',
): string {
  const accent = accentUse === 'hidden' ? undefined : scoreOf(scored.accent);
  const [vocabulary, fluency] = [scoreOf(scored.vocabulary), scoreOf(scored.fluency)];
  const moves = distinct([
    ...(vocabulary ? movesOf(vocabulary, calibrations.vocabulary) : []),
    ...(fluency ? movesOf(fluency, calibrations.fluency) : []),
  ]).filter(standsOut);
  const praised = moves.filter(({ points }) => points > 0).slice(0, 2);
  // Who is above what these scales were made on has nothing to learn from them.
  const top = Object.entries({ vocabulary, fluency }).flatMap(([name, score]) =>
    score && score.score >= AT_TOP ? [`${name} (${score.score.toFixed(1)})`] : [],
  );
  const advised = top.length > 0 ? [] : moves.filter(({ points }) => points < 0).slice(0, 2);
  const rare = vocabulary?.evidence.filter(({ feature }) => feature === 'beyond2000Share') ?? [];
  const isUnsure = [vocabulary, fluency].some((score) => score?.confidence === 'low');
  const run = fluency && evidenceFor(fluency, 'meanRunSyllables');
  const practice = accent && accent.score < AT_TOP ? soundAdvice(accent, calibrations.usualSounds) : '';

  const sentences = [
    ...praised.map((move) => wordings[move.feature]!.praise(move)),
    praised.length === 0 && run
      ? `One stretch ran ${run.note}, at ${clock(run.startMs)}: build on that.`
      : '',
    rare.length >= MIN_RARE_WORDS
      ? `You used less common words, such as ${rare[0]!.note?.match(/"(.+?)"/)?.[0]} (${clock(rare[0]!.startMs)}).`
      : '',
    accent?.words ? clearShare(accent.words) : '',
    ...advised.map((move) => wordings[move.feature]!.advise(move)),
    practice,
    top.length > 0
      ? `Your ${listed(top)} ${top.length > 1 ? 'lie' : 'lies'} above the speakers these scales were made with, so they have nothing to advise.`
      : '',
    (vocabulary || fluency) && top.length === 0 && advised.length === 0 && practice === ''
      ? 'No single measure stands out as something to work on; longer talks on new topics are the way to go further.'
      : '',
    missing(scored, accentUse),
    isUnsure && advised.length > 0
      ? 'The recording allows only rough measures, so take these hints as such.'
      : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** From here on the scales rest on assumptions. */
const AT_TOP = 4;

/** One or two words may be slips of the recogniser. */
const MIN_RARE_WORDS = 3;

function distinct(moves: readonly Move[]): Move[] {
  const seen = new Set<string>();
  return moves
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .filter(({ feature }) => wordings[feature] && !seen.has(feature) && seen.add(feature));
}

/** Told where it is good news. */
function clearShare(words: readonly { gop: number }[]): string {
  const clear = words.filter(({ gop }) => clarityOf(gop) === 'clear').length;
  return 2 * clear > words.length ? `Most of your words were clear (${clear} of ${words.length}).` : '';
}

/** The example is a word of theirs in which that sound was the least clear one; without such a word there is none. */
function soundAdvice(accent: AccentResult, usual: UsualSounds): string {
  const found = unclearSounds(accent, usual, 2);
  if (found.length === 0) return '';
  const example = accent.evidence.find(({ note }) =>
    found.some(({ phone }) => note?.endsWith(`(ARPAbet ${phone})`)),
  );
  const heard = example
    ? `, for instance in "${withoutPunctuation(example.text)}" at ${clock(example.startMs)}`
    : '';
  return `For clearer words, practise ${listed(found.map(({ named }) => named))}${heard}: say it slowly first, then in a whole sentence.`;
}

function missing(scored: Scored, accentUse: AccentUse): string {
  const { vocabulary, fluency, accent } = scored;
  const told = accentUse === 'hidden' ? { vocabulary, fluency } : { vocabulary, fluency, accent };
  const lacking = Object.entries(told).filter(([, result]) => !scoreOf(result));
  // Measured, but too uncertain: for what was misheard, or for how little there was.
  const isMisheard = (scored.expectedErrors?.rate ?? 0) >= TOLD_ERROR_RATE;
  const misheard = lacking.filter(
    ([, result]) => isMisheard && result && isAbstention(result) && result.measured,
  );
  const absent = lacking.filter((entry) => !misheard.includes(entry)).map(([name]) => name);
  return [
    absent.length > 0 ? `There was too little of your speech to say anything about ${listed(absent)}.` : '',
    misheard.length > 0
      ? `The recording is too unclear to say anything about ${listed(misheard.map(([name]) => name))}; a quieter room or a closer microphone helps.`
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
