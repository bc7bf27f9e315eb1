import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { createMoonshine } from '../../../server/engines/asr/moonshine/engine.ts';
import '../../../server/engines/quiet-runtime.ts';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';
import { moonshineOptions } from '../../../testkit/moonshine.ts';

const bytesPerMs = 32;
const vadPath = resolve(import.meta.dirname, '../../../models/bundled/silero-vad-v6.onnx');

/** Seconds that the recogniser takes for a recording by itself, on all cores: what all steps together are measured against. */
export async function measureRecogniserAlone(audioPath: string): Promise<number> {
  const pcmPath = `${audioPath}.pcm`;
  const toPcm = ['-f', 's16le', '-ac', '1', '-ar', '16000', pcmPath];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-i', audioPath, ...toPcm]);
  const { signal } = new AbortController();
  const vad = await createSileroVad({ modelPath: vadPath });
  const within = [{ startMs: 0, endMs: Math.floor((await stat(pcmPath)).size / bytesPerMs) }];
  const speech = await vad.detectSpeech({ pcmPath, within, signal });
  const engine = await createMoonshine({ ...moonshineOptions('base'), threads: availableParallelism() });
  const request = { pcmPath, language: 'en', hotwords: [], signal };
  // The first run of a network prepares it.
  await engine.transcribe({ ...request, speech: speech.slice(0, 2) });
  const beganMs = performance.now();
  await engine.transcribe({ ...request, speech });
  const seconds = (performance.now() - beganMs) / 1000;
  await engine.close();
  await rm(pcmPath);
  return seconds;
}
