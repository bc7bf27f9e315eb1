import { availableParallelism } from 'node:os';
import { listLocal, modelPlaces } from '../models/local.ts';
import { createEspeak } from './espeak.ts';
import { createFlite } from './flite.ts';
import { createHttpTts, type HttpTtsOptions } from './http.ts';
import { type Kokoro, openKokoro } from './kokoro/engine.ts';
import { kokoroVoicesIn } from './kokoro/folder.ts';
import type { TtsEngine } from './port.ts';

/** From here on Kokoro speaks faster than people do, with interviews beside it; two cores take about as long as the sentence lasts. */
const coresForKokoro = 6;
const kokoroThreads = 2;

/**
 * The voices of an installation, the best first: a server where one is configured, then Kokoro where it is installed and the machine is
 * quick enough, then this machine's programs. On a small machine Kokoro comes last: it speaks for personas that name one of its voices.
 */
export async function installedVoices({
  ttsHttp,
  cores = availableParallelism(),
  ...folders
}: {
  ttsHttp: HttpTtsOptions | null;
  modelsDir: string;
  weightsDir: string;
  cores?: number;
}): Promise<TtsEngine[]> {
  const kokoro = await findKokoro(folders);
  const programs = [createFlite(), createEspeak()];
  return [
    ...(ttsHttp ? [createHttpTts(ttsHttp)] : []),
    ...(kokoro === null ? programs : cores >= coresForKokoro ? [kokoro, ...programs] : [...programs, kokoro]),
  ];
}

/** An installed Kokoro, opened when it first speaks; null where there is none. What is damaged counts as not there. */
async function findKokoro(folders: { modelsDir: string; weightsDir: string }): Promise<TtsEngine | null> {
  const model = (await listLocal(modelPlaces(folders))).find(({ record }) => record?.kind === 'tts');
  if (!model) return null;
  let opening: Promise<Kokoro> | undefined;
  const opened = () => {
    opening ??= openKokoro(model.dir, { threads: kokoroThreads });
    return opening;
  };
  return {
    id: 'kokoro',
    voices: kokoroVoicesIn(model.record!.files.map(({ path }) => path)),
    async *speak(request) {
      yield* (await opened()).speak(request);
    },
    async check() {
      return (await opened()).check();
    },
  };
}
