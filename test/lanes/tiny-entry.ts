import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { RunFailure } from '#server/errors.ts';
import { serveLane } from '#server/lanes/entry/serve-lane.ts';
import type { LaneData } from '#server/lanes/protocol.ts';
import type { Step, StepContext } from '#server/pipeline/step.ts';

/** A lane thread whose steps do what a test needs. */

const { settings } = workerData as LaneData;
interface Engines {
  greeting: string;
}

const step = (
  name: string,
  run: (input: Record<string, unknown>, context: StepContext<Engines>) => unknown,
) =>
  ({
    name,
    required: true,
    lane: 'cpu',
    timeoutMs: 1000,
    failsAs: 'INTERNAL_ERROR',
    run: async (input, context) => run(input, context),
  }) satisfies Step<Record<string, unknown>, unknown, Engines>;

const blockThread = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** A program like those that engines run: the kernel ends it when the thread that spawned it ends. */
const spawnSleeper = (pidPath: string) =>
  spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'sh', '-c', `echo $$ > ${pidPath}; exec sleep 60`], {
    stdio: 'ignore',
  });

export default serveLane<Engines>({
  steps: [
    step('echo', (input, { engines, workDir }) => ({ input, workDir, greeting: engines.greeting, threadId })),
    step('progress', async (_, { reportProgress }) => {
      for (const fraction of [0.25, 0.5, 0.75]) {
        reportProgress(fraction);
        await delay(220);
      }
      return {};
    }),
    step('degrade', (_, { degrade }) => {
      degrade('No text engine.');
      degrade('No word list.');
      return {};
    }),
    step('refuse', () => {
      throw new RunFailure('TRANSCRIPTION_LOW_CONFIDENCE', 'Not English.');
    }),
    step('full disk', () => {
      throw new RunFailure('TRANSCRIPTION_FAILED', 'It cannot be decoded.', {
        cause: Object.assign(new Error('write'), { code: 'ENOSPC' }),
      });
    }),
    step('degraded by a full disk', (_, { degrade }) => {
      degrade('No cut audio.', new Error('ffmpeg ended with status 1: out.mp3: No space left on device'));
      return {};
    }),
    step('too slow a program', () => {
      throw new RunFailure('CV_UNREADABLE', 'It cannot be read.', {
        cause: Object.assign(new Error('no answer'), { code: 'OUT_OF_TIME' }),
      });
    }),
    step('degraded by too slow a program', (_, { degrade }) => {
      degrade('No cut audio.', Object.assign(new Error('no answer'), { code: 'OUT_OF_TIME' }));
      return {};
    }),
    step('calculates', ({ forMs }) => {
      const before = process.threadCpuUsage();
      while (process.threadCpuUsage(before).user < 1000 * Number(forMs)) Math.sqrt(Math.random());
      return {};
    }),
    step('bug', () => (undefined as unknown as { no: { thing: number } }).no.thing),
    step('exit', () => process.exit(3)),
    step('obedient', (_, { signal }) => delay(60_000, undefined, { signal })),
    step('deaf', () => delay(60_000)),
    step('blocked', () => blockThread(60_000)),
    step('spawns', async ({ pidPath }) => {
      spawnSleeper(String(pidPath));
      await delay(60_000);
    }),
  ],
  compose: async () => {
    if (settings.loadFault) throw new Error(String(settings.loadFault));
    await delay(Number(settings.loadMs ?? 0));
    return { greeting: 'hello' };
  },
  check: async () => ({
    checks: { recogniser: { ok: settings.recogniser !== false, detail: 'tiny' } },
    recognisers: [{ id: 'tiny', languages: ['en'] }],
  }),
});
