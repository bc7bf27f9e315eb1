import { appendFileSync, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { UtteranceEvidence } from '../../server/domain/scoring/utterance.ts';
import { CorpusError, type CorpusUtterance } from './corpus.ts';
import type { FoldModels, HearTask } from './hear-worker.ts';

export interface HeardUtterance {
  utterance: CorpusUtterance;
  evidence: UtteranceEvidence;
}

/**
 * Measures a whole corpus in several threads, each with models of its own.
 *
 * @param options.keptIn a file (JSON lines) that keeps what was heard: what stands there is not heard again
 * @returns in the order of the corpus, whichever thread was quicker
 */
export async function hearCorpus(
  utterances: readonly CorpusUtterance[],
  options: {
    withRecogniser: boolean;
    threads: number;
    foldModels?: FoldModels | undefined;
    keptIn?: string | undefined;
    onProgress?: (done: number, of: number) => void;
  },
): Promise<HeardUtterance[]> {
  const { keptIn } = options;
  const heard = keptIn ? await kept(keptIn, utterances) : new Map<string, UtteranceEvidence>();
  const left = utterances.filter(({ id }) => !heard.has(id));
  const threads = Math.min(options.threads, left.length);
  const shares = Array.from({ length: threads }, (_, share) =>
    left.filter((_, index) => index % threads === share),
  );
  await Promise.all(
    shares.map(
      (share) =>
        new Promise<void>((done, refuse) => {
          const workerData: HearTask = {
            utterances: share,
            withRecogniser: options.withRecogniser,
            foldModels: options.foldModels,
          };
          const worker = new Worker(resolve(import.meta.dirname, 'hear-worker.ts'), { workerData });
          worker.on('message', ({ utterance, evidence }: HeardUtterance) => {
            heard.set(utterance.id, evidence);
            if (keptIn) appendFileSync(keptIn, `${JSON.stringify({ utterance, evidence })}\n`);
            options.onProgress?.(heard.size, utterances.length);
          });
          worker.once('error', refuse);
          worker.once('exit', () => done());
        }),
    ),
  );
  return utterances.map((utterance) => {
    const evidence = heard.get(utterance.id);
    if (!evidence) throw new Error(`${utterance.id} was not measured.`);
    return { utterance, evidence };
  });
}

/** Evidence of earlier runs; a line that was cut off is left out. A text that has changed is heard again. */
async function kept(
  path: string,
  utterances: readonly CorpusUtterance[],
): Promise<Map<string, UtteranceEvidence>> {
  const textOf = new Map(utterances.map(({ id, words }) => [id, words.join(' ')]));
  const found = new Map<string, UtteranceEvidence>();
  if (!existsSync(path)) return found;
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    if (!line.endsWith('}}')) continue;
    const { utterance, evidence } = JSON.parse(line) as HeardUtterance;
    if (textOf.get(utterance.id) === utterance.words.join(' ')) found.set(utterance.id, evidence);
  }
  return found;
}

/**
 * Acoustic models trained without some speakers each: fold0.onnx, fold1.onnx … and folds.json, `{speaker: fold}`, in
 * one folder (models/training/ctc_en/train.py --hold-out).
 */
export async function readFoldModels(folder: string): Promise<FoldModels> {
  let foldOf: Record<string, number>;
  try {
    foldOf = JSON.parse(await readFile(join(folder, 'folds.json'), 'utf8'));
  } catch (cause) {
    throw new CorpusError(`${join(folder, 'folds.json')} cannot be read.`, { cause });
  }
  const folds = 1 + Math.max(...Object.values(foldOf));
  return { foldOf, paths: Array.from({ length: folds }, (_, fold) => join(folder, `fold${fold}.onnx`)) };
}
