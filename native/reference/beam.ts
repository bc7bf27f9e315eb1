import type { StateGraph, TrigramModel } from '../../server/native.ts';

const nothing = Number.NEGATIVE_INFINITY;
const logAdd = (a: number, b: number): number => {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === nothing ? high : high + Math.log1p(Math.exp(low - high));
};

/** Trigram probability with backoff, from the definition: the longest history that the model has. */
export function trigramReference(model: TrigramModel, history: readonly number[], word: number): number {
  const bigram = (before: number, after: number): number => {
    for (let b = model.bigramFirst[before]!; b < model.bigramFirst[before + 1]!; b++)
      if (model.bigramWord[b] === after) return b;
    return -1;
  };
  const [first, second] = history.length > 1 ? history.slice(-2) : [undefined, history[0]!];
  const lower = () => {
    const b = bigram(second!, word);
    return b >= 0 ? model.bigram[b]! : model.unigramBackoff[second!]! + model.unigram[word]!;
  };
  const context = first === undefined ? -1 : bigram(first, second!);
  if (context < 0) return lower();
  for (let t = model.trigramFirst[context]!; t < model.trigramFirst[context + 1]!; t++)
    if (model.trigramWord[t] === word) return model.trigram[t]!;
  return model.bigramBackoff[context]! + lower();
}

/** The CTC forward algorithm as in Graves et al. 2006, in logarithms: labels with blanks (class 0) around each. */
export function ctcReference(logProbabilities: Float32Array, classes: number, labels: readonly number[]): number {
  const extended = [0, ...labels.flatMap((label) => [label, 0])];
  const frames = logProbabilities.length / classes;
  let alpha = extended.map((label, s) => (s < 2 ? logProbabilities[label]! : nothing));
  for (let t = 1; t < frames; t++) {
    const before = alpha;
    alpha = extended.map((label, s) => {
      let mass = logAdd(before[s]!, before[s - 1] ?? nothing);
      if (label !== 0 && label !== extended[s - 2]) mass = logAdd(mass, before[s - 2] ?? nothing);
      return mass + logProbabilities[t * classes + label]!;
    });
  }
  return logAdd(alpha.at(-1)!, alpha.at(-2) ?? nothing);
}

/**
 * What a beam search looks for, found by trying every sequence of at most `longest` words: exact CTC probability,
 * weighted language model, bonus.
 */
export function bestWordsReference(
  logProbabilities: Float32Array,
  classes: number,
  spellings: ReadonlyMap<number, readonly number[]>,
  model: TrigramModel,
  o: { lmWeight: number; wordBonus: number; beginWord: number; endWord: number; longest: number },
): { words: number[]; score: number } {
  let best = { words: [] as number[], score: nothing };
  const consider = (words: readonly number[], language: number) => {
    const symbols = words.flatMap((word) => spellings.get(word)!);
    const end = trigramReference(model, [o.beginWord, ...words], o.endWord);
    const score =
      ctcReference(logProbabilities, classes, symbols) +
      o.lmWeight * (language + end) +
      o.wordBonus * words.length;
    if (score > best.score) best = { words: [...words], score };
    if (words.length === o.longest) return;
    for (const word of spellings.keys()) {
      consider([...words, word], language + trigramReference(model, [o.beginWord, ...words], word));
    }
  };
  consider([], 0);
  return best;
}

/** The forward algorithm over any graph of states, in logarithms. */
export function graphScoreReference(probabilities: Float32Array, classes: number, graph: StateGraph): number {
  const frames = probabilities.length / classes;
  const states = [...graph.label.keys()];
  const emit = (t: number, s: number) => Math.log(probabilities[t * classes + graph.label[s]!]!);
  let alpha = states.map((s) => (graph.begins[s] ? emit(0, s) : nothing));
  for (let t = 1; t < frames; t++) {
    const before = alpha;
    alpha = states.map((s) => {
      const from = graph.before.subarray(graph.beforeFirst[s], graph.beforeFirst[s + 1]);
      return from.reduce((mass, p) => logAdd(mass, before[p]!), nothing) + emit(t, s);
    });
  }
  return states.reduce((sum, s) => (graph.ends[s] ? logAdd(sum, alpha[s]!) : sum), nothing);
}
