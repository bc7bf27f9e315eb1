/**
 * One who is measured, in a process of its own, forked with a MeasureRequest as JSON: says "ready", then hears the whole sound at each
 * message and answers with what it took. The peak of memory is the process's own, so nothing else may run in it.
 */
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { packChunks } from '../../../server/engines/asr/decoding/chunks.ts';
import { createWhisper } from '../../../server/engines/asr/whisper/engine.ts';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';

const projectModels = resolve(import.meta.dirname, '../../../models');

export interface MeasureRequest {
  /** `recording`: ours as the product does it, finding the speech first and hearing nothing else. */
  who: 'ours' | 'recording' | 'peer';
  dir: string;
  /** Raw s16le mono 16 kHz, all of it speech. */
  pcmPath: string;
  threads: number;
  /** Windows side by side; ours only, the peer decodes one after the other. */
  batch: number;
  tokens: number;
  windowMs: number;
  precision: 'fp32' | 'int8';
}

export interface Measured {
  seconds: number;
  /** Processor time of all threads: what is left when others take turns on the cores. */
  cpuSeconds: number;
  audioSeconds: number;
  peakMb: number;
  /** Before any audio was heard. */
  loadedMb: number;
  loadSeconds: number;
}

const megabytes = (field: 'VmHWM' | 'VmRSS'): number =>
  Math.round(
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024,
  );

async function serve(request: MeasureRequest): Promise<void> {
  const startedMs = performance.now();
  const hear = await (request.who === 'peer' ? peer : request.who === 'ours' ? ours : recording)(request);
  const loadSeconds = (performance.now() - startedMs) / 1000;
  const loadedMb = megabytes('VmRSS');
  // Once on a single window, so that no measurement holds what a runtime does the first time.
  await hear(request.windowMs);
  const audioMs = await lengthMs(request.pcmPath);
  process.on('message', async () => {
    const cpu = process.cpuUsage();
    const fromMs = performance.now();
    await hear(audioMs);
    const { user, system } = process.cpuUsage(cpu);
    const measured: Measured = {
      seconds: (performance.now() - fromMs) / 1000,
      cpuSeconds: (user + system) / 1e6,
      audioSeconds: audioMs / 1000,
      peakMb: megabytes('VmHWM'),
      loadedMb,
      loadSeconds,
    };
    process.send!(measured);
  });
  process.send!('ready');
}

async function ours({ dir, pcmPath, threads, batch, tokens, windowMs, precision }: MeasureRequest) {
  const engine = await createWhisper({
    dir,
    provider: 'cpu',
    threads,
    batch,
    precision,
    forcedTokens: tokens,
  });
  return async (audioMs: number) => {
    const speech = [];
    for (let startMs = 0; startMs + windowMs <= audioMs; startMs += windowMs) {
      speech.push({ startMs, endMs: startMs + windowMs });
    }
    await engine.transcribe({
      pcmPath,
      speech,
      // Random weights know no language: whatever they find is gone on with.
      language: 'auto',
      hotwords: [],
      signal: new AbortController().signal,
    });
  };
}

/** As many tokens in all as the peer writes: silence has none, so windows of speech alone have more each. */
async function recording({ dir, pcmPath, threads, batch, tokens, windowMs, precision }: MeasureRequest) {
  const vad = await createSileroVad({ modelPath: join(projectModels, 'bundled/silero-vad-v6.onnx') });
  const { signal } = new AbortController();
  const detect = (durationMs: number) =>
    vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });
  const allMs = await lengthMs(pcmPath);
  const chunks = await packChunks(await detect(allMs), {
    maxMs: windowMs,
    padMs: 200,
    durationMs: allMs,
    quietestMs: async (_fromMs, toMs) => toMs,
  });
  const forcedTokens = Math.round((tokens * Math.floor(allMs / windowMs)) / chunks.length);
  const engine = await createWhisper({ dir, provider: 'cpu', threads, batch, precision, forcedTokens });
  return async (durationMs: number) => {
    const speech = await detect(durationMs);
    await engine.transcribe({ pcmPath, speech, language: 'auto', hotwords: [], signal });
  };
}

const lengthMs = async (pcmPath: string) => Math.floor((await stat(pcmPath)).size / 32);

async function peer({ dir, pcmPath, threads, tokens, windowMs, precision }: MeasureRequest) {
  const { env, pipeline } = await import('@huggingface/transformers');
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const recognise = await pipeline('automatic-speech-recognition', basename(dir), {
    device: 'cpu',
    dtype: precision === 'int8' ? 'q8' : 'fp32',
    session_options: { intraOpNumThreads: threads, interOpNumThreads: 1 },
  });
  const pcm = await readFile(pcmPath);
  return async (audioMs: number) => {
    const windows = Math.floor(audioMs / windowMs);
    const samples = Float32Array.from(
      { length: windows * windowMs * 16 },
      (_, index) => pcm.readInt16LE(2 * index) / 32_768,
    );
    await recognise(samples, {
      chunk_length_s: windowMs / 1000,
      stride_length_s: 0,
      language: 'en',
      task: 'transcribe',
      min_new_tokens: tokens,
      max_new_tokens: tokens,
      return_timestamps: false,
    });
  };
}

if (import.meta.main) await serve(JSON.parse(process.argv[2]!) as MeasureRequest);
