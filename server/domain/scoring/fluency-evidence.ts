import type { SpokenWord } from '../transcript/types.ts';
import { type CandidateSpeech, type Floor, MIN_PAUSE_MS } from './candidate-speech.ts';
import { quotation } from './quotation.ts';
import { findRepairs } from './repair.ts';
import { surelyHeard } from './surely-heard.ts';
import type { PlacedPause } from './timing.ts';
import type { Evidence } from './types.ts';

const noteOfPause = (lengthMs: number, wordAfter: string): string =>
  `a pause of ${(lengthMs / 1000).toFixed(1)} s before "${wordAfter}"`;

/** The word after the pause that evidence tells of; undefined where its note tells of none. */
export const wordAfterPause = ({ note = '' }: Evidence): string | undefined =>
  /^a pause of [\d.]+ s before "(.+)"$/s.exec(note)?.[1];

/**
 * The longest pauses inside a clause, repairs, and the longest run without a break, each where all its words are surely heard.
 *
 * @param placed whether it is known which pauses lie inside a clause
 */
export function fluencyEvidence(
  speech: CandidateSpeech,
  pauses: readonly PlacedPause[],
  placed: boolean,
): Evidence[] {
  const sure = surelyHeard(speech);
  const lengthMs = (pause: PlacedPause) => pause.endMs - pause.startMs;
  const longest = pauses
    .filter((pause) => pause.midClause && lengthMs(pause) >= 2 * MIN_PAUSE_MS)
    .filter(({ floor, beforeWord: at }) =>
      floor.allWords.slice(at - 1, at + 1).every((word) => sure.has(word)),
    )
    .toSorted((a, b) => lengthMs(b) - lengthMs(a) || a.startMs - b.startMs)
    .slice(0, 3)
    .map(
      (pause): Evidence => ({
        ...quotation(pause.floor.allWords, pause.beforeWord - 1, pause.beforeWord, 3, sure),
        feature: placed ? 'midClausePausesPerMinute' : 'pausedShare',
        note: noteOfPause(lengthMs(pause), pause.floor.allWords[pause.beforeWord]!.text),
      }),
    );
  const repairs = findRepairs(speech)
    .filter(({ words }) => words.every((word) => sure.has(word)))
    .slice(0, 2)
    .map(
      ({ kind, words }): Evidence => ({
        ...quotation(words, 0, words.length - 1, 0, sure),
        feature: 'repairsPer100Words',
        note: kind === 'repetition' ? 'said again' : 'begun anew',
      }),
    );
  return [...longest, ...repairs, ...longestRun(speech, sure)];
}

function longestRun({ floors }: CandidateSpeech, sure: ReadonlySet<SpokenWord>): Evidence[] {
  let best: { floor: Floor; from: number; to: number } | undefined;
  for (const floor of floors) {
    const breaks = new Set(floor.pauses.map(({ beforeWord }) => beforeWord));
    let from = 0;
    for (let index = 0; index <= floor.allWords.length; index += 1) {
      const word = floor.allWords[index];
      const goesOn = word !== undefined && !word.filler && sure.has(word);
      if (goesOn && !breaks.has(index)) continue;
      if (index - from > (best ? best.to - best.from + 1 : 7)) best = { floor, from, to: index - 1 };
      from = goesOn ? index : index + 1;
    }
  }
  if (!best) return [];
  return [
    {
      ...quotation(best.floor.allWords, best.from, best.to, 0, sure),
      feature: 'meanRunSyllables',
      note: `${best.to - best.from + 1} words without a break`,
    },
  ];
}
