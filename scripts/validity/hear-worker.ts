import { parentPort, workerData } from 'node:worker_threads';
import type { CorpusUtterance } from './corpus.ts';
import { createEars } from './ears.ts';
import { hearAll } from './hear.ts';

/** What a thread is given: its share of the utterances. */
export interface HearTask {
  utterances: CorpusUtterance[];
  recogniserPath: string;
  statesFolder: string | undefined;
}

const { utterances, recogniserPath, statesFolder } = workerData as HearTask;
const ears = await createEars(recogniserPath);
for await (const heard of hearAll(utterances, ears, statesFolder)) parentPort!.postMessage(heard);
