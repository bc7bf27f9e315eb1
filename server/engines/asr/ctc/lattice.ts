import type { WordLattice } from '../../../native.ts';

/** One way through a lattice. */
export interface Hypothesis {
  /** Word numbers in order. */
  words: number[];
  /** Sums over the way. */
  acoustic: number;
  language: number;
}

export interface Weights {
  lmWeight: number;
  wordBonus: number;
}

/** Ways looked at for each one that is kept: many differ in times only. */
const waysPerHypothesis = 12;

/**
 * The best different word sequences of a lattice, best first (A* with the exact rest of each way).
 *
 * @param count at most so many
 */
export function bestHypotheses(lattice: WordLattice, weights: Weights, count: number): Hypothesis[] {
  const arcs = lattice.from.length;
  const weight = new Float64Array(arcs);
  const outgoing: number[][] = Array.from({ length: lattice.nodes }, () => []);
  const rest = new Float64Array(lattice.nodes).fill(Number.NEGATIVE_INFINITY);
  for (let arc = arcs - 1; arc >= 0; arc--) {
    const spoken = lattice.word[arc]! >= 0;
    weight[arc] =
      lattice.acoustic[arc]! + weights.lmWeight * lattice.language[arc]! + (spoken ? weights.wordBonus : 0);
    const to = lattice.to[arc]!;
    const from = lattice.from[arc]!;
    outgoing[from]!.push(arc);
    rest[from] = Math.max(rest[from]!, weight[arc]! + (to < 0 ? 0 : rest[to]!));
  }
  const waiting = createHeap<Way>((way) => way.bound);
  waiting.push({ node: 0, score: 0, bound: rest[0]! });
  const found = new Map<string, Hypothesis>();
  for (let looked = 0; looked < count * waysPerHypothesis && found.size < count; ) {
    const way = waiting.pop();
    if (!way) break;
    if (way.node < 0) {
      looked++;
      const hypothesis = retrace(lattice, way);
      const key = hypothesis.words.join(' ');
      if (!found.has(key)) found.set(key, hypothesis);
      continue;
    }
    for (const arc of outgoing[way.node]!) {
      const node = lattice.to[arc]!;
      const score = way.score + weight[arc]!;
      waiting.push({ node, score, bound: score + (node < 0 ? 0 : rest[node]!), arc, before: way });
    }
  }
  return [...found.values()];
}

interface Way {
  node: number;
  score: number;
  /** Score of the best complete way that begins like this. */
  bound: number;
  arc?: number;
  before?: Way;
}

function retrace(lattice: WordLattice, last: Way): Hypothesis {
  const words: number[] = [];
  let [acoustic, language] = [0, 0];
  for (let way: Way | undefined = last; way?.arc !== undefined; way = way.before) {
    const word = lattice.word[way.arc]!;
    if (word >= 0) words.push(word);
    acoustic += lattice.acoustic[way.arc]!;
    language += lattice.language[way.arc]!;
  }
  return { words: words.reverse(), acoustic, language };
}

/** A binary heap that gives the item with the largest value first. */
function createHeap<T>(worth: (item: T) => number) {
  const items: T[] = [];
  const swap = (i: number, j: number) => {
    [items[i], items[j]] = [items[j]!, items[i]!];
  };
  return {
    push(item: T) {
      items.push(item);
      for (let at = items.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (worth(items[parent]!) >= worth(items[at]!)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): T | undefined {
      const top = items[0];
      const last = items.pop();
      if (items.length === 0 || last === undefined) return top;
      items[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        const right = left + 1;
        let largest = at;
        if (left < items.length && worth(items[left]!) > worth(items[largest]!)) largest = left;
        if (right < items.length && worth(items[right]!) > worth(items[largest]!)) largest = right;
        if (largest === at) return top;
        swap(at, largest);
        at = largest;
      }
    },
  };
}
