import type { WordTree } from '../../../native.ts';

interface Branch {
  symbol: number;
  children: Map<number, Branch>;
  words: number[];
}

/**
 * Words as a prefix tree of their symbols, so that a search shares the work of common beginnings.
 *
 * @param ways for each word its number and one way to write or say it; a word may have several
 */
export function buildWordTree(ways: Iterable<readonly [word: number, symbols: readonly number[]]>): WordTree {
  const root: Branch = { symbol: 0, children: new Map(), words: [] };
  for (const [word, symbols] of ways) {
    if (symbols.length === 0) continue;
    let branch = root;
    for (const symbol of symbols) {
      let next = branch.children.get(symbol);
      if (!next) {
        next = { symbol, children: new Map(), words: [] };
        branch.children.set(symbol, next);
      }
      branch = next;
    }
    if (!branch.words.includes(word)) branch.words.push(word);
  }

  // Level by level, so that the children of a node follow each other.
  const order = [root];
  const childFirst: number[] = [];
  for (let at = 0; at < order.length; at++) {
    childFirst.push(order.length);
    order.push(...order[at]!.children.values());
  }
  childFirst.push(order.length);
  const wordFirst = [0];
  for (const branch of order) wordFirst.push(wordFirst.at(-1)! + branch.words.length);
  return {
    symbol: Uint8Array.from(order, ({ symbol }) => symbol),
    childFirst: Int32Array.from(childFirst),
    wordFirst: Int32Array.from(wordFirst),
    wordOf: Uint16Array.from(order.flatMap(({ words }) => words)),
  };
}
