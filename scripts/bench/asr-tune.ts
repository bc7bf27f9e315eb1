/**
 * Chooses the numbers of server/engines/asr/ctc/tuning.ts on a corpus laid out like speechocean762, each speaker heard by an
 * acoustic model that does not know them: the weights of the witnesses (least word errors), then the confidence
 * (logistic regression). Every number is chosen on all speakers; the errors printed beside come from halves of the
 * speakers, each with the weights chosen on the other half.
 *
 *   node scripts/bench/asr-tune.ts weights|confidence --corpus DIR --folds FOLDS.json --models DIR
 *     [--every N] [--sounds DIR] [--model MODEL.onnx]
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparableWords, wordErrors } from '../../server/domain/transcript/word-errors.ts';
import { loadCtcParts } from '../../server/engines/asr/ctc/engine.ts';
import { type Evidence, evidenceNames } from '../../server/engines/asr/ctc/evidence.ts';
import { listenWithCtc } from '../../server/engines/asr/ctc/listen.ts';
import { together } from '../../server/engines/asr/ctc/tuning.ts';
import { openPcm } from '../../server/engines/audio/pcm.ts';
import { type CorpusUtterance, corpusUtterances, foldModels } from './asr-corpus.ts';
import { ctcFiles } from './asr-engines.ts';
import { fitLogistic } from './logistic.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpus: { type: 'string', default: '' },
    folds: { type: 'string' },
    models: { type: 'string' },
    model: { type: 'string' },
    every: { type: 'string', default: '1' },
    sounds: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'assay-asr-'));
const models = foldModels({
  model: values.model ?? ctcFiles().modelPath,
  ...(values.folds && { folds: values.folds }),
  ...(values.models && { models: values.models }),
});
type Parts = Awaited<ReturnType<typeof loadCtcParts>>;

async function overCorpus<T>(
  visit: (parts: Parts, utterance: CorpusUtterance) => Promise<T>,
): Promise<(T & { speaker: string })[]> {
  const utterances = corpusUtterances(values.corpus, {
    soundsFolder: values.sounds ?? folder,
    minAge: 18,
    speakers: models.speakers,
  }).filter((_, index) => index % Number(values.every) === 0);
  const found: (T & { speaker: string })[] = [];
  for (const path of models.paths) {
    const parts = await loadCtcParts(ctcFiles(path));
    for (const utterance of utterances) {
      if (models.modelOf(utterance.speaker) !== path) continue;
      found.push({ ...(await visit(parts, utterance)), speaker: utterance.speaker });
    }
  }
  return found;
}

const witnesses = ['characters', 'phones', 'frames', 'language', 'word'] as const;
type Weights = Record<(typeof witnesses)[number], number>;

interface Proposals {
  speaker: string;
  referenceWords: number;
  hypotheses: { errors: number; heard: Weights }[];
}

/** All proposals of one utterance taken whole, with their errors. */
async function proposals(parts: Parts, { text, pcmPath }: CorpusUtterance) {
  const pcm = await openPcm(pcmPath());
  const posteriors = await parts.hear(await pcm.readFloats(0, pcm.totalSamples));
  await pcm.close();
  const reference = comparableWords(text);
  const hypotheses = parts.find(posteriors).map(({ words, ...heard }) => {
    const said = comparableWords(words.map((word) => parts.vocabulary.words[word]).join(' '));
    const { substitutions, deletions, insertions } = wordErrors(reference, said);
    return { errors: substitutions + deletions + insertions, heard: { ...heard, word: words.length } };
  });
  return { referenceWords: reference.length, hypotheses };
}

function wordErrorRate(utterances: readonly Proposals[], weights: Weights): number {
  let [errors, words] = [0, 0];
  for (const { hypotheses, referenceWords } of utterances) {
    let best = { score: Number.NEGATIVE_INFINITY, errors: referenceWords };
    for (const hypothesis of hypotheses) {
      let score = 0;
      for (const name of witnesses) score += weights[name] * Math.max(-1e6, hypothesis.heard[name]);
      if (score > best.score) best = { score, errors: hypothesis.errors };
    }
    errors += best.errors;
    words += referenceWords;
  }
  return errors / words;
}

/** One weight at a time, as long as errors become fewer; the characters' weight stays 1. */
function chooseWeights(utterances: readonly Proposals[], start: Weights): Weights {
  let weights = start;
  let least = wordErrorRate(utterances, weights);
  for (let improved = true; improved; ) {
    improved = false;
    for (const name of witnesses.slice(1)) {
      for (const factor of [0, 0.5, 0.7, 0.85, 0.93, 1.08, 1.2, 1.4, 2]) {
        const tried = { ...weights, [name]: weights[name] * factor };
        const rate = wordErrorRate(utterances, tried);
        if (rate < least - 1e-4) [weights, least, improved] = [tried, rate, true];
      }
    }
  }
  return weights;
}

const half = <T extends { speaker: string }>(list: readonly T[], which: number): T[] => {
  const speakers = [...new Set(list.map(({ speaker }) => speaker))].sort();
  return list.filter(({ speaker }) => speakers.indexOf(speaker) % 2 === which);
};
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

async function tuneWeights() {
  const utterances = await overCorpus(proposals);
  const possible = utterances.reduce(
    (sum, { hypotheses, referenceWords }) =>
      sum + Math.min(referenceWords, ...hypotheses.map(({ errors }) => errors)),
    0,
  );
  const words = utterances.reduce((sum, { referenceWords }) => sum + referenceWords, 0);
  console.log(
    `${utterances.length} utterances, ${words} words. Best of the proposals: ${percent(possible / words)}.`,
  );
  console.log(`As it is: ${percent(wordErrorRate(utterances, together))}`);
  for (const without of ['phones', 'frames'] as const) {
    console.log(`without ${without}: ${percent(wordErrorRate(utterances, { ...together, [without]: 0 }))}`);
  }
  for (const which of [0, 1]) {
    const weights = chooseWeights(half(utterances, which), together);
    const [own, other] = [which, 1 - which].map((n) => wordErrorRate(half(utterances, n), weights));
    console.log(`Half ${which + 1}: ${percent(own!)}, the other half with its weights: ${percent(other!)}`);
  }
  const weights = chooseWeights(utterances, together);
  console.log(`All: ${percent(wordErrorRate(utterances, weights))}`, JSON.stringify(weights));
}

async function tuneConfidence() {
  const utterances = await overCorpus(async (parts, { text, pcmPath }) => {
    const path = pcmPath();
    const speech = [{ startMs: 0, endMs: Math.floor(statSync(path).size / 32) }];
    const words = await listenWithCtc(parts, {
      pcmPath: path,
      speech,
      signal: new AbortController().signal,
    });
    const { correct } = wordErrors(
      comparableWords(text),
      words.map((word) => word.text),
    );
    return { words: words.map(({ evidence }, i) => ({ evidence, right: correct[i]! })) };
  });
  const rowsOf = (list: typeof utterances) =>
    list.flatMap(({ words }) => words.map(({ evidence, right }) => ({ values: vector(evidence), right })));
  for (const which of [0, 1]) {
    const fitted = fitBound(rowsOf(half(utterances, which)));
    const rows = rowsOf(half(utterances, 1 - which)).map(({ values: v, right }) => ({
      probability: fitted.probability(v),
      right,
    }));
    const bins = Array.from({ length: 10 }, (_, bin) => {
      const inside = rows.filter(({ probability }) => Math.min(9, Math.floor(probability * 10)) === bin);
      const rightShare = inside.filter(({ right }) => right).length / inside.length;
      return inside.length ? `${percent(rightShare)} of ${inside.length}` : '–';
    });
    console.log(`Fitted on half ${which + 1}; right words of the other half by tenths: ${bins.join(', ')}`);
  }
  const { constant, weights } = fitBound(rowsOf(utterances));
  console.log(
    JSON.stringify({ constant, ...Object.fromEntries(evidenceNames.map((name, i) => [name, weights[i]])) }),
  );
}

const vector = (evidence: Evidence): number[] => evidenceNames.map((name) => evidence[name]);

/** Bound to the evidence's meaning: what would count against a word the more it speaks for it is left out. */
function fitBound(rows: Parameters<typeof fitLogistic>[0]): ReturnType<typeof fitLogistic> {
  const used = evidenceNames.map(() => true);
  for (;;) {
    const masked = rows.map(({ values: v, right }) => ({
      values: v.map((x, i) => (used[i] ? x : 0)),
      right,
    }));
    const fitted = fitLogistic(masked);
    const against = fitted.weights.map((weight, i) => used[i] === true && weight < 0);
    if (!against.includes(true)) return fitted;
    for (const [i, out] of against.entries()) if (out) used[i] = false;
  }
}

try {
  if (positionals[0] === 'confidence') await tuneConfidence();
  else await tuneWeights();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
