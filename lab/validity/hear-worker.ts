import { parentPort, workerData } from 'node:worker_threads';
import { createEars } from './ears.ts';
import { type HearTask, hearAll } from './hear.ts';

const { utterances, recogniserPath, graphsFolder, statesFolder } = workerData as HearTask;
const ears = await createEars(recogniserPath, graphsFolder);
for await (const heard of hearAll(utterances, ears, statesFolder)) parentPort!.postMessage(heard);
