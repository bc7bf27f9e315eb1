import { wordErrors } from '../../../domain/transcript/word-errors.ts';
import type { BeamDecoder, Native } from '../../../native.ts';
import type { LanguageModel } from './language-model.ts';
import { bestHypotheses, type Hypothesis } from './lattice.ts';
import { characterClasses, type Posteriors, phoneClasses, spaceClass } from './posteriors.ts';
import { wordsGraph } from './state-graph.ts';
import { characterSearch, hypothesesPerSearch, phoneSearch, temperature, together } from './tuning.ts';
import type { Vocabulary } from './vocabulary.ts';
import { buildWordTree } from './word-tree.ts';

/** A word sequence with what each witness says of it, log probabilities. */
export interface ScoredHypothesis {
  words: readonly number[];
  characters: number;
  phones: number;
  frames: number;
  language: number;
  /** All of them weighted. */
  score: number;
}

/** Different word sequences for a piece of sound, best first. */
export type FindHypotheses = (posteriors: Posteriors) => ScoredHypothesis[];

/**
 * Two searches, over spellings and over pronunciations, propose word sequences; each is then judged by all three heads
 * of the acoustic model and the language model.
 */
export function createHypothesisFinder(
  native: Native,
  { words: spelled, trigrams }: LanguageModel,
  vocabulary: Vocabulary,
): FindHypotheses {
  const { spellings, pronunciations } = vocabulary;
  const numbers = spelled.map((_, number) => number).filter((number) => spellings[number]!.length > 0);
  const bySpelling: BeamDecoder = new native.BeamDecoder(
    trigrams,
    buildWordTree(numbers.map((number) => [number, [...spellings[number]!, spaceClass]] as const)),
  );
  const bySound: BeamDecoder = new native.BeamDecoder(
    trigrams,
    buildWordTree(numbers.flatMap((number) => pronunciations[number]!.map((way) => [number, way] as const))),
  );

  return (posteriors) => {
    const { characters, phones, frames } = posteriors;
    if (phones.length === 0) return [];
    const spelledLattice = bySpelling.decode(withFinalSpace(characters), characterClasses, characterSearch);
    const soundLattice = bySound.decode(phones, phoneClasses, phoneSearch);
    const proposals = new Map<string, Hypothesis>();
    for (const [lattice, weights] of [
      [spelledLattice, characterSearch],
      [soundLattice, phoneSearch],
    ] as const) {
      for (const hypothesis of bestHypotheses(lattice, weights, hypothesesPerSearch)) {
        const key = hypothesis.words.join();
        if (!proposals.has(key)) proposals.set(key, hypothesis);
      }
    }
    const probable = [characters, phones, frames].map((logs) => logs.map(Math.exp)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    const judge = ({ words, language }: Hypothesis): ScoredHypothesis => {
      const spelling = words.map((word, i) => [
        i + 1 < words.length ? [...spellings[word]!, spaceClass] : spellings[word]!,
      ]);
      const sounds = words.map((word) => pronunciations[word]!);
      const heard = {
        characters: native.graphScore(probable[0], characterClasses, wordsGraph(spelling, 'ctc')),
        phones: native.graphScore(probable[1], phoneClasses, wordsGraph(sounds, 'ctc')),
        frames: native.graphScore(probable[2], phoneClasses, wordsGraph(sounds, 'framewise')),
      };
      const score =
        together.characters * heard.characters +
        together.phones * heard.phones +
        together.frames * heard.frames +
        together.language * language +
        together.word * words.length;
      // A sequence with more phones than there are frames for is impossible to one head only.
      return { words, ...heard, language, score: Math.max(score, impossible) };
    };
    return [...proposals.values()].map(judge).sort((a, b) => b.score - a.score);
  };
}

const impossible = -1e9;

/**
 * For each word of the best hypothesis the probability that it was said: the share of the hypotheses, weighted by their
 * scores, that have it in its place.
 */
export function wordPosteriors(hypotheses: readonly ScoredHypothesis[]): number[] {
  const best = hypotheses[0];
  if (!best) return [];
  const spelled = (words: readonly number[]) => words.map(String);
  const shares = best.words.map(() => 0);
  let total = 0;
  for (const { words, score } of hypotheses) {
    const weight = Math.exp((score - best.score) / temperature);
    if (weight < 1e-4) continue;
    total += weight;
    const { correct } = wordErrors(spelled(words), spelled(best.words));
    for (const [i, same] of correct.entries()) if (same) shares[i]! += weight;
  }
  return shares.map((share) => share / total);
}

/** One more row at the end in which only blank and space are possible: the last word's space may be missing. */
function withFinalSpace(characters: Float32Array): Float32Array {
  const longer = new Float32Array(characters.length + characterClasses).fill(-1e4);
  longer.set(characters);
  longer[characters.length] = 0;
  longer[characters.length + spaceClass] = 0;
  return longer;
}
