import { availableParallelism } from 'node:os';
import { createEspeak } from '../tts/espeak.ts';
import { createFlite } from '../tts/flite.ts';
import { createHttpTts, type HttpTtsOptions } from '../tts/http.ts';
import { type Kokoro, openKokoro } from '../tts/kokoro/engine.ts';
import { kokoroVoicesIn } from '../tts/kokoro/folder.ts';
import { type TtsEngine, TtsError } from '../tts/port.ts';
import { listLocal, modelPlaces } from './local.ts';

/** From here on Kokoro speaks faster than people do, with interviews beside it; two cores take about as long as the sentence lasts. */
const coresForKokoro = 6;
const kokoroThreads = 2;

/**
 * The voices of an installation, the best first: a server where one is configured, then Kokoro where it is installed and the machine is
 * quick enough, then this machine's programs. On a small machine Kokoro comes last: it speaks for personas that name one of its voices.
 *
 * @param options.onMissing gets how to install each program that is missing; its voices are left out. Absent: no check
 */
export async function installedVoices({
  ttsHttp,
  cores = availableParallelism(),
  onMissing,
  programs: ofMachine = [createFlite(), createEspeak()],
  ...folders
}: {
  ttsHttp: HttpTtsOptions | null;
  modelsDir: string;
  weightsDir: string;
  cores?: number;
  onMissing?: (engine: string, advice: string) => void;
  programs?: readonly TtsEngine[];
}): Promise<TtsEngine[]> {
  const kokoro = await findKokoro(folders);
  const programs = onMissing ? await notMissing(ofMachine, onMissing) : ofMachine;
  return [
    ...(ttsHttp ? [createHttpTts(ttsHttp)] : []),
    ...(kokoro === null ? programs : cores >= coresForKokoro ? [kokoro, ...programs] : [...programs, kokoro]),
  ];
}

/** Those whose program is there. One that fails for another reason may speak the next time. */
async function notMissing(
  engines: readonly TtsEngine[],
  onMissing: (engine: string, advice: string) => void,
): Promise<TtsEngine[]> {
  const { signal } = new AbortController();
  const faults = await Promise.all(
    engines.map(async ({ voices, speak }) => {
      const request = { text: 'a', language: voices[0]!.languages[0]!, signal };
      return Array.fromAsync(speak(request)).catch((error: unknown) => error);
    }),
  );
  return engines.filter(({ id }, index) => {
    const fault = faults[index];
    if (!(fault instanceof TtsError && fault.fault === 'missing')) return true;
    onMissing(id, fault.message);
    return false;
  });
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
