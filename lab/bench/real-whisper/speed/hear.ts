/**
 * One of those that run in Node, in a process of its own: `node hear.ts WHO MODEL SOUNDS.json THREADS PRECISION`. Prints what it took
 * and what it heard as one line of JSON (`Heard` of ../speed.ts).
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { createWhisper, type WhisperPrecision } from '../../../../server/engines/asr/whisper/engine.ts';
import { pcmDurationMs } from '../../../../server/engines/audio/pcm.ts';
import { createSileroVad } from '../../../../server/engines/vad/silero.ts';
import { projectModelPath } from '../places.ts';
import type { SpokenSound } from '../speed.ts';

const [who, dir, soundsPath, threadCount, precision] = process.argv.slice(2) as [
  'ours' | 'transformers.js',
  string,
  string,
  string,
  WhisperPrecision,
];
const threads = Number(threadCount);
const sounds = JSON.parse(await readFile(soundsPath, 'utf8')) as SpokenSound[];
const hear = await (who === 'ours' ? ours() : transformers());
await hear(sounds[0]!);
const cpu = process.cpuUsage();
const fromMs = performance.now();
const texts: string[] = [];
for (const sound of sounds) texts.push(await hear(sound));
const seconds = (performance.now() - fromMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
console.log(JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, peakMb, texts }));

/** As the product hears a recording: what is speech first, then nothing else. */
async function ours(): Promise<(sound: SpokenSound) => Promise<string>> {
  const vad = await createSileroVad({ modelPath: projectModelPath('bundled/silero-vad-v6.onnx') });
  const engine = await createWhisper({ dir, provider: 'cpu', threads, precision });
  const { signal } = new AbortController();
  return async ({ pcm: pcmPath, language }) => {
    const within = [{ startMs: 0, endMs: await pcmDurationMs(pcmPath) }];
    const speech = await vad.detectSpeech({ pcmPath, within, signal });
    const { words } = await engine.transcribe({ pcmPath, speech, language, hotwords: [], signal });
    return words.map(({ text }) => text).join(' ');
  };
}

/** As its documentation shows for long recordings: windows of 30 s that overlap by 5. */
async function transformers(): Promise<(sound: SpokenSound) => Promise<string>> {
  const { env, pipeline } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const recognise = await pipeline('automatic-speech-recognition', basename(dir), {
    device: 'cpu',
    dtype: precision === 'int8' ? 'q8' : 'fp32',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  return async ({ pcm, language }) => {
    const bytes = await readFile(pcm);
    const samples = Float32Array.from(
      { length: bytes.length >> 1 },
      (_, at) => bytes.readInt16LE(2 * at) / 32_768,
    );
    const how = { chunk_length_s: 30, stride_length_s: 5, language, task: 'transcribe' };
    const heard = await recognise(samples, how);
    return (Array.isArray(heard) ? heard : [heard]).map(({ text }) => text).join(' ');
  };
}
