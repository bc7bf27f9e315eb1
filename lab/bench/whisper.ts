import { type ChildProcess, execFile, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { checkWhisperFolder } from '../../server/engines/asr/whisper/engine.ts';
import { type GeometryName, writeTestWhisper } from '../../testkit/test-model/write-whisper.ts';
import { decoderStepBytes, windowOperations } from './whisper/arithmetic.ts';
import { gemmRate } from './whisper/gemm.ts';
import type { Measured, MeasureRequest } from './whisper/measure-one.ts';
import { type Figures, printTable, type ThreadsResult } from './whisper/table.ts';

/**
 * `assay bench whisper`: our Whisper runner and the pipeline of transformers.js on the same model (random weights in the geometry of a
 * published one), the same sound and the same number of tokens, each in a process of its own, one after the other.
 */
const options = new Command('assay bench whisper')
  .description("speed and memory of our Whisper runner beside transformers.js' pipeline")
  .option('--geometry <name>', 'tiny, base or small', 'base')
  .option('--threads <list>', 'threads, one measurement each', '1,2')
  .option('--batch <windows>', 'windows side by side (ours)', '8')
  .option('--tokens <count>', 'tokens in each window: 100 are 30 s of English', '100')
  .option('--minutes <minutes>', 'sound to hear', '4')
  .option('--rounds <count>', 'the fastest counts', '2')
  .option('--precision <form>', 'fp32 or int8, for both', 'fp32')
  .option('--no-peer', 'ours alone, for memory on long sound')
  .option('--json', 'print {"ratio", "ours": {"xRealTime", "peakMb"}, "peer": {…}, …}')
  .parse()
  .opts<{
    geometry: GeometryName;
    threads: string;
    batch: string;
    tokens: string;
    minutes: string;
    rounds: string;
    precision: 'fp32' | 'int8';
    peer: boolean;
    json?: true;
  }>();

/** Of the prompt that both give: start, language, task, no timestamps. */
const promptTokens = 4;
const windowMs = 30_000;
const samplePath = join(import.meta.dirname, '../../scripts/sample/interview.mp3');
const run = promisify(execFile);
const note = (line: string) => process.stderr.write(`${line}\n`);
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

const figuresOf = ({ seconds, cpuSeconds, audioSeconds, peakMb, loadedMb }: Measured): Figures => ({
  xRealTime: round(audioSeconds / seconds),
  xRealTimePerCore: round(audioSeconds / cpuSeconds),
  peakMb,
  loadedMb,
});

/**
 * In turns, so that other programs of the machine disturb all alike; of each the fastest round counts.
 */
async function measureInTurns(requests: readonly MeasureRequest[], rounds: number): Promise<Measured[]> {
  const children: { child: ChildProcess; best: Measured | undefined }[] = [];
  try {
    for (const request of requests) {
      const program = join(import.meta.dirname, 'whisper/measure-one.ts');
      const child = fork(program, [JSON.stringify(request)], {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      children.push({ child, best: undefined });
      await answerOf(child);
    }
    for (let round = 0; round < rounds; round++) {
      for (const one of children) {
        one.child.send('hear');
        const found = (await answerOf(one.child)) as Measured;
        const seconds = Math.min(found.seconds, one.best?.seconds ?? found.seconds);
        const cpuSeconds = Math.min(found.cpuSeconds, one.best?.cpuSeconds ?? found.cpuSeconds);
        one.best = { ...found, seconds, cpuSeconds };
      }
    }
    return children.map(({ best }) => best!);
  } finally {
    for (const { child } of children) child.kill();
  }
}

const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((done, refuse) => {
    child.once('message', done);
    child.once('exit', (code) => refuse(new Error(`A measured process ended with ${code}.`)));
  });

const folder = await mkdtemp(join(tmpdir(), 'assay-bench-whisper-'));
try {
  const dir = join(folder, 'model');
  const pcmPath = join(folder, 'sound.pcm');
  note(`a ${options.geometry} model of random weights …`);
  await writeTestWhisper(dir, {
    geometry: options.geometry,
    layouts: ['merged'],
    precisions: [options.precision],
    timestamped: true,
  });
  const seconds = String(60 * Number(options.minutes));
  await run('ffmpeg', [
    ...['-v', 'error', '-stream_loop', '-1', '-i', samplePath, '-t', seconds, '-ac', '1', '-ar', '16000'],
    ...['-f', 's16le', pcmPath],
  ]);
  const { geometry } = await checkWhisperFolder(dir);
  const [tokens, batch, rounds] = [options.tokens, options.batch, options.rounds].map(Number) as [
    number,
    number,
    number,
  ];
  const operations = windowOperations(geometry, tokens, promptTokens);
  const stepBytes = decoderStepBytes(geometry, options.precision === 'int8' ? 1 : 4);

  const results: ThreadsResult[] = [];
  for (const threads of options.threads.split(',').map(Number)) {
    const request = { dir, pcmPath, threads, batch, tokens, windowMs, precision: options.precision };
    note(`${threads} thread${threads > 1 ? 's' : ''} …`);
    const who = ['ours', 'recording', ...(options.peer ? (['peer'] as const) : [])] as const;
    const [ours, recording, peer] = await measureInTurns(
      who.map((one) => ({ ...request, who: one })),
      rounds,
    );
    // What the encoder does most, and what a decoder step of a whole batch does.
    const { dModel } = geometry;
    const gemm = await gemmRate(
      { rows: geometry.sourcePositions, inner: dModel, columns: 4 * dModel },
      threads,
    );
    const step = await gemmRate({ rows: batch, inner: dModel, columns: 4 * dModel }, threads);
    // Products of many rows at the rate of the first, steps at that of reading the weights and the sound's keys and values.
    const manyRowsSeconds = (operations.encoder + operations.crossKeys) / (gemm.gflops * 1e9);
    const crossBytes = 2 * geometry.decoderLayers * geometry.sourcePositions * dModel * 4;
    const stepSeconds = (stepBytes / batch + crossBytes) / (step.gigabytesPerSecond * 1e9);
    const limit = windowMs / 1000 / (manyRowsSeconds + (tokens + 1) * stepSeconds);
    const ourFigures = figuresOf(ours!);
    results.push({
      threads,
      ratio: peer ? round(peer.seconds / ours!.seconds) : null,
      ratioPerCore: peer ? round(peer.cpuSeconds / ours!.cpuSeconds) : null,
      ours: ourFigures,
      recording: figuresOf(recording!),
      ratioOnRecording: peer ? round(peer.seconds / recording!.seconds) : null,
      peer: peer ? figuresOf(peer) : null,
      limit:
        options.precision === 'int8'
          ? null
          : {
              gemmGflops: round(gemm.gflops, 0),
              stepGigabytesPerSecond: round(step.gigabytesPerSecond, 1),
              xRealTime: round(limit),
              reached: round(ourFigures.xRealTime / limit),
            },
    });
  }
  const report = {
    ...{ ratio: results[0]!.ratio, ours: results[0]!.ours, peer: results[0]!.peer },
    geometry: options.geometry,
    precision: options.precision,
    minutes: Number(options.minutes),
    ...{ tokens, batch, rounds },
    gigaOperationsPerWindow: {
      encoder: round(operations.encoder / 1e9, 1),
      crossKeys: round(operations.crossKeys / 1e9, 1),
      decoder: round(operations.decoder / 1e9, 1),
    },
    byThreads: results,
    machine: {
      cores: availableParallelism(),
      cpu: cpus()[0]?.model ?? 'unknown',
      node: process.version,
    },
  };
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else printTable(report);
} finally {
  await rm(folder, { recursive: true, force: true });
}
