import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../../config/env.ts';
import { chooseRecogniser } from '../../engines/asr/choose-recogniser.ts';
import { openRecognisers } from '../../engines/asr/recogniser.ts';
import { inexact } from '../../engines/asr/whisper/engine.ts';
import { readChoice } from '../../engines/models/choice.ts';
import { embeddedModels, listLocal, modelPlaces } from '../../engines/models/local.ts';
import type { Finding } from '../../engines/programs.ts';

const MIB = 1024 ** 2;

/** What would recognise speech with these settings: it is opened as a server would, and a server on the network is asked. */
export async function recogniserFinding(config: Config): Promise<Finding> {
  const name = 'recogniser';
  try {
    const places = modelPlaces(config);
    const { asr } = await readChoice(places);
    const found = (await listLocal(places)).find(({ id }) => id === asr);
    const { settings, copies, capacity } = await chooseRecogniser({
      wishes: config,
      model: found?.record ? { record: found.record, dir: found.dir } : null,
      embedded: await embeddedModels(config),
      copies: Math.min(config.laneThreads, config.workerConcurrency),
      machine: { cores: availableParallelism(), memoryBytes: totalmem() },
    });
    const [engine] = await openRecognisers(settings, { hears: true });
    if (!engine) {
      return {
        name,
        status: 'missing',
        detail: 'no recogniser is installed: recordings are refused',
        advice: 'assay models pull moonshine-base-en',
      };
    }
    const { ok, detail } = await engine.check();
    const share = capacity
      ? `; ${copies} at once with ${capacity.threads} ${capacity.threads === 1 ? 'thread' : 'threads'} and ${capacity.batch} windows each, about ${Math.round(capacity.memoryBytes / MIB)} MB`
      : '';
    if (!ok)
      return {
        name,
        status: 'missing',
        detail,
        advice: 'Put that right, or choose another: assay models list',
      };
    // A wish that could not be granted, e.g. CUDA without its libraries, or a processor that hears worse than it need.
    const isOtherwise =
      detail.includes(inexact) || (config.executionProvider === 'cuda' && /cannot be used/.test(detail));
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
