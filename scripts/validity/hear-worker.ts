import { parentPort, workerData } from 'node:worker_threads';
import type { CorpusUtterance } from './corpus.ts';
import { bundledModelPath, createEars } from './ears.ts';
import { type Ears, hearAll } from './hear.ts';

/** What a thread is given: its share of the utterances, and which model hears which speaker. */
export interface HearTask {
  utterances: CorpusUtterance[];
  withRecogniser: boolean;
  foldModels: FoldModels | undefined;
}

/** Acoustic models by fold; a speaker's fold is that of the model that never heard them. */
export interface FoldModels {
  paths: string[];
  foldOf: Record<string, number>;
}

const { utterances, withRecogniser, foldModels } = workerData as HearTask;
const ears = await Promise.all(
  (foldModels?.paths ?? [bundledModelPath]).map((path) => createEars(path, withRecogniser)),
);
const earsFor = (speaker: string): Ears => {
  if (!foldModels) return ears[0]!;
  const fold = foldModels.foldOf[speaker];
  if (fold === undefined) throw new Error(`folds.json has no fold for speaker ${speaker}.`);
  return ears[fold]!;
};
for await (const heard of hearAll(utterances, earsFor)) parentPort!.postMessage(heard);
