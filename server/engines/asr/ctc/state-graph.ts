import type { StateGraph } from '../../../native.ts';

/** Ways to write or say one word, each a row of classes. */
export type Ways = readonly (readonly number[])[];

/**
 * All ways to say these words one after the other as one graph, for CTC posteriors (class 0: blank, between any two
 * classes, needed between two equal ones) or framewise ones (class 0: silence, between words).
 */
export function wordsGraph(words: readonly Ways[], kind: 'ctc' | 'framewise'): StateGraph {
  const label: number[] = [];
  const before: number[][] = [];
  const begins: number[] = [];
  const add = (symbol: number, from: readonly number[], begin: boolean): number => {
    const state = label.length;
    label.push(symbol);
    before.push([...from, state]);
    begins.push(Number(begin));
    return state;
  };
  /** States in which the words so far may end: their last classes, and the gap behind them. */
  let last: number[] = [];
  let gap = add(0, [], true);
  for (const ways of words) {
    const first = last.length === 0;
    const ends = ways.map((symbols) => {
      let at = -1;
      for (const [index, symbol] of symbols.entries()) {
        if (index === 0) {
          const direct = last.filter((state) => kind === 'framewise' || label[state] !== symbol);
          at = add(symbol, [gap, ...direct], first);
        } else if (kind === 'framewise') {
          at = add(symbol, [at], false);
        } else {
          const blank = add(0, [at], false);
          at = add(symbol, symbol === symbols[index - 1] ? [blank] : [at, blank], false);
        }
      }
      return at;
    });
    last = ends;
    gap = add(0, ends, false);
  }
  const beforeFirst = new Int32Array(label.length + 1);
  for (const [state, from] of before.entries()) beforeFirst[state + 1] = beforeFirst[state]! + from.length;
  const final = new Set([...last, gap]);
  return {
    label: Int32Array.from(label),
    beforeFirst,
    before: Int32Array.from(before.flat()),
    begins: Uint8Array.from(begins),
    ends: Uint8Array.from(label, (_, state) => Number(final.has(state))),
  };
}
