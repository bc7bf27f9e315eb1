import { classOfPhone, frameClasses, silenceClass } from './phones.ts';
import type { Pronunciation } from './pronunciation.ts';

/** Behind the model's classes one more: sound that is none of the words. */
export const otherSoundClass = frameClasses.length;

/** Log costs of what a text should not need, in nats; chosen on speech with known errors (lab/bench/alignment/README.md). */
export interface AlignmentCosts {
  /** Every frame of other sound, below the most probable class of that frame. */
  otherSoundFrame: number;
  /** Where other sound begins. */
  otherSound: number;
  /** A word that was not said. */
  missingWord: number;
  /** Any pronunciation but a word's usual one. */
  unusualVariant: number;
}

/** States as `Native.bestPath` takes them, and what they stand for. */
export interface WordGraph {
  label: Int32Array;
  beforeFirst: Int32Array;
  before: Int32Array;
  cost: Float32Array;
  begin: Float32Array;
  ends: Uint8Array;
  /** Word of each state; −1 between words. A word's states follow each other, pronunciation by pronunciation. */
  wordOf: Int32Array;
  /** Which of its word's pronunciations each state belongs to; −1 between words. */
  variantOf: Int32Array;
}

/**
 * All ways through a text: each word in any of its pronunciations or not at all; before, between and behind words nothing, silence or
 * other sound.
 */
export function wordGraph(words: readonly (readonly Pronunciation[])[], costs: AlignmentCosts): WordGraph {
  const label: number[] = [];
  const wordOf: number[] = [];
  const variantOf: number[] = [];
  const arcs: { from: number; cost: number }[][] = [];
  const add = (
    ofClass: number,
    word: number,
    from: { from: number; cost: number }[],
    variant = -1,
  ): number => {
    label.push(ofClass);
    wordOf.push(word);
    variantOf.push(variant);
    return arcs.push(from) - 1;
  };
  const all = (states: readonly number[], cost: number) => states.map((from) => ({ from, cost }));

  // What may stand in front of the next gap: the last phones of the word before it, and the gap before that word.
  let ends: number[] = [];
  let endsBefore: number[] = [];
  let gap = {
    silence: add(silenceClass, -1, []),
    other: add(otherSoundClass, -1, []),
  };
  arcs[gap.silence]!.push({ from: gap.other, cost: 0 });
  arcs[gap.other]!.push({ from: gap.silence, cost: costs.otherSound });
  const beginnings: number[] = [];
  for (const [word, variants] of words.entries()) {
    const entry = [...ends, gap.silence, gap.other];
    const lasts = variants.map((phones, index) => {
      let state = -1;
      for (const phone of phones) {
        const isFirst = state < 0;
        const choice = index === 0 ? 0 : costs.unusualVariant;
        const from = isFirst
          ? [...all(entry, choice), ...all(endsBefore, choice + costs.missingWord)]
          : all([state], 0);
        state = add(classOfPhone(phone), word, from, index);
        if (word === 0 && isFirst) beginnings.push(state);
      }
      return state;
    });
    const silence = add(silenceClass, -1, [
      ...all(lasts, 0),
      ...all([...ends, gap.silence, gap.other], costs.missingWord),
    ]);
    const other = add(otherSoundClass, -1, [
      ...all(lasts, costs.otherSound),
      ...all([...ends, gap.silence], costs.missingWord + costs.otherSound),
      ...all([gap.other], costs.missingWord),
      ...all([silence], costs.otherSound),
    ]);
    arcs[silence]!.push({ from: other, cost: 0 });
    [endsBefore, ends, gap] = [ends, lasts, { silence, other }];
  }

  const begin = new Float32Array(label.length).fill(Number.NEGATIVE_INFINITY);
  for (const state of [0, ...beginnings]) begin[state] = 0;
  begin[1] = costs.otherSound;
  const mayEnd = new Uint8Array(label.length);
  for (const state of [...ends, gap.silence, gap.other]) mayEnd[state] = 1;
  const beforeFirst = new Int32Array(label.length + 1);
  for (const [state, into] of arcs.entries()) beforeFirst[state + 1] = beforeFirst[state]! + into.length;
  const flat = arcs.flat();
  return {
    label: Int32Array.from(label),
    beforeFirst,
    before: Int32Array.from(flat, ({ from }) => from),
    cost: Float32Array.from(flat, ({ cost }) => cost),
    begin,
    ends: mayEnd,
    wordOf: Int32Array.from(wordOf),
    variantOf: Int32Array.from(variantOf),
  };
}
