import { isAbstention } from '../scoring/types.ts';
import { clock } from '../transcript/clock.ts';
import { wordings } from './measures.ts';
import { evidenceFor, listed, type Move, movesOf, NOTABLE_POINTS } from './moves.ts';
import { type Calibrations, type Scored, scoreOf } from './recommendation.ts';
import { unclearSounds } from './sounds.ts';

/**
 * Text for the candidate: what went well first, then one or two things to practise, each from a measured figure
 * with an example of their own. Kind and specific; no level is called good or bad, and nothing is said of where
 * anybody comes from.
 */
export function feedback(scored: Scored, calibrations: Calibrations): string {
  const accent = scoreOf(scored.accent);
  const [vocabulary, fluency] = [scoreOf(scored.vocabulary), scoreOf(scored.fluency)];
  const moves = distinct([
    ...(vocabulary ? movesOf(vocabulary, calibrations.vocabulary) : []),
    ...(fluency ? movesOf(fluency, calibrations.fluency) : []),
  ]);
  const praised = relativelyBest(moves).slice(0, 2);
  const advised = moves
    .filter(
      ({ points, feature }) => points < -NOTABLE_POINTS && !praised.some((move) => move.feature === feature),
    )
    .slice(0, 2);
  const rare = vocabulary?.evidence.find(({ feature }) => feature === 'beyond2000Share');
  const word = rare?.note?.match(/"(.+?)"/)?.[0];
  // Where all is clear, the least clear sound is nothing to work on.
  const sounds = !accent || accent.score >= 4.5 ? [] : unclearSounds(accent, 2);
  // Without an aligner nothing is known of single words.
  const heard = accent?.phones !== undefined;
  const unclear = heard ? accent.evidence[0] : undefined;
  const run = fluency && evidenceFor(fluency, 'meanRunSyllables');
  const clear = heard && accent.score >= 3.5;

  const sentences = [
    ...praised.map((move) => wordings[move.feature]!.praise(move)),
    praised.length === 0 && run
      ? `One stretch ran ${run.note}, at ${clock(run.startMs)}: build on that.`
      : '',
    word && rare ? `You found less common words, such as ${word} (${clock(rare.startMs)}).` : '',
    clear ? 'Your words were easy to make out.' : '',
    ...advised.map((move) => wordings[move.feature]!.advise(move)),
    soundAdvice(sounds, clear ? undefined : unclear?.text),
    advised.length === 0 && sounds.length === 0
      ? 'No single measure stands out as something to work on; longer talks on new topics are the way to go further.'
      : '',
    missing(scored),
  ];
  return sentences.filter(Boolean).join(' ');
}

function distinct(moves: readonly Move[]): Move[] {
  const seen = new Set<string>();
  return moves
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .filter(({ feature }) => wordings[feature] && !seen.has(feature) && seen.add(feature));
}

/** Measures clearly above the comparison group; where there is none, the best that is not below it. */
function relativelyBest(moves: readonly Move[]): Move[] {
  const good = moves.filter(({ points }) => points >= NOTABLE_POINTS);
  if (good.length > 0) return good;
  const closest = moves.toSorted((a, b) => b.points - a.points)[0];
  return closest && closest.points > 0 ? [closest] : [];
}

function soundAdvice(sounds: readonly string[], unclearWord: string | undefined): string {
  if (sounds.length === 0) {
    return unclearWord
      ? `The word "${unclearWord}" was hard to make out; saying it a little slower helps listeners.`
      : '';
  }
  const heard = unclearWord ? ` (for instance in "${unclearWord}")` : '';
  return `For clearer words, practise ${listed(sounds)}${heard}: say it slowly first, then in a whole sentence.`;
}

function missing(scored: Scored): string {
  const { vocabulary, fluency, accent } = scored;
  const lacking = Object.entries({ vocabulary, fluency, accent }).filter(([, result]) => !scoreOf(result));
  const misheard = lacking.filter(([, result]) => result && isAbstention(result) && result.measured);
  const absent = lacking.filter((entry) => !misheard.includes(entry)).map(([name]) => name);
  const unsure =
    scoreOf(scored.vocabulary)?.confidence === 'low' || scoreOf(scored.fluency)?.confidence === 'low';
  if (lacking.length > 0) {
    return [
      ...(absent.length > 0
        ? [`There was too little of your speech to say anything about ${listed(absent)}.`]
        : []),
      ...(misheard.length > 0
        ? [
            `The recording is too unclear to say anything about ${listed(misheard.map(([name]) => name))}; a quieter room or a closer microphone helps.`,
          ]
        : []),
    ].join(' ');
  }
  return unsure ? 'The recording allows only rough measures, so take these hints as such.' : '';
}
