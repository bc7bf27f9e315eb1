import { type GraphoneModel, readGraphoneModel, type State } from './graphone-model.ts';
import type { Pronunciation } from './pronunciation.ts';

/** Spellings considered at a time. */
const beamWidth = 24;
/** Spellings less likely than the best by this factor (nats) are given up. */
const beamNats = 9;
/** A second pronunciation is given when it is at least a third as likely as the first. */
const alsoLikelyNats = 1.1;

/** Says words that no lexicon has, from their letters. */
export interface Speller {
  /**
   * @param word lower case letters a–z and apostrophes
   * @returns likely pronunciations, the best first; none where the model knows no way to say it
   */
  spell(word: string, most?: number): Pronunciation[];
}

interface Hypothesis {
  score: number;
  state: State;
  phones: readonly string[];
}

/** Grapheme-to-phoneme conversion with the bundled joint n-gram model (models/bundled/g2p-en.md). */
export async function createSpeller(modelPath: string): Promise<Speller> {
  const model = await readGraphoneModel(modelPath);
  return { spell: (word, most = 2) => spell(model, word, most) };
}

function spell(model: GraphoneModel, word: string, most: number): Pronunciation[] {
  let beam: Hypothesis[] = [{ score: 0, state: model.begin, phones: [] }];
  for (const letter of word) {
    const next: Hypothesis[] = [];
    for (const { score, state, phones } of beam) {
      for (const graphone of model.byLetter.get(letter) ?? []) {
        const step = model.step(state, graphone);
        next.push({
          score: score + step.logProbability,
          state: step.state,
          phones: [...phones, ...model.phones[graphone]!],
        });
      }
    }
    beam = bestOf(next);
  }
  const ended = beam.map(({ score, state, phones }) => ({
    score: score + model.step(state, model.end).logProbability,
    phones,
  }));
  // Different spellings of the same phones add up.
  const together = new Map<string, number>();
  for (const { score, phones } of ended) {
    const said = phones.join(' ');
    if (said) together.set(said, (together.get(said) ?? 0) + Math.exp(score - ended[0]!.score));
  }
  const ranked = [...together].sort(([, a], [, b]) => b - a);
  const least = (ranked[0]?.[1] ?? 0) * Math.exp(-alsoLikelyNats);
  return ranked
    .filter(([, chance]) => chance >= least)
    .slice(0, most)
    .map(([said]) => said.split(' '));
}

function bestOf(hypotheses: Hypothesis[]): Hypothesis[] {
  const sorted = hypotheses.sort((a, b) => b.score - a.score);
  const least = (sorted[0]?.score ?? 0) - beamNats;
  return sorted.slice(0, beamWidth).filter(({ score }) => score >= least);
}
