import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/env.ts';
import { chooseRecogniser } from '../engines/asr/choose-recogniser.ts';
import { openRecognisers } from '../engines/asr/recogniser.ts';
import { readChoice } from '../engines/models/choice.ts';
import { loadContent } from '../engines/models/content.ts';
import { createModelStore } from '../engines/models/store.ts';
import type { Finding } from './finding.ts';

const MIB = 1024 ** 2;

/** What would recognise speech with these settings: it is opened as a server would, and a server on the network is asked. */
export async function recogniserFinding(config: Config): Promise<Finding> {
  const name = 'recogniser';
  try {
    const store = createModelStore({ folder: config.modelsDir, checkContent: loadContent });
    const { asr } = await readChoice(store.folder);
    const record = (await store.list()).find(({ id }) => id === asr)?.record;
    const { settings, copies, capacity } = await chooseRecogniser({
      wishes: config,
      model: record ? { record, dir: join(config.modelsDir, record.id) } : null,
      copies: Math.min(config.laneThreads, config.workerConcurrency),
      machine: { cores: availableParallelism(), memoryBytes: totalmem() },
    });
    const [engine] = await openRecognisers(settings, { hears: true });
    const { ok, detail } = await engine!.check();
    const share = capacity
      ? `; ${copies} at once with ${capacity.threads} threads and ${capacity.batch} windows each, about ${Math.round(capacity.memoryBytes / MIB)} MB`
      : '';
    if (!ok)
      return {
        name,
        status: 'missing',
        detail,
        advice: 'Put that right, or choose another: assay models list',
      };
    // A wish that could not be granted, e.g. CUDA without its libraries.
    const isOtherwise = config.executionProvider === 'cuda' && /cannot be used/.test(detail);
    return { name, status: isOtherwise ? 'warning' : 'ok', detail: `${detail}${share}` };
  } catch (error) {
    return {
      name,
      status: 'missing',
      detail: (error as Error).message,
      advice: 'Choose another: assay models use asr=MODEL, or asr=embedded',
    };
  }
}
