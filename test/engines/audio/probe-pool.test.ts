import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { tolerate } from '#server/engines/audio/inspect.ts';
import type { AudioProbe } from '#server/engines/audio/port.ts';
import { poolProbes } from '#server/engines/audio/probe-pool.ts';
import { ProgramError } from '#server/engines/child-process.ts';
import { outageErrorOf } from '#server/outages.ts';

test('so many probes run at once, the others in the order they came, and a failed one makes room', async () => {
  const begun: string[] = [];
  const ends = new Map<string, (fault?: Error) => void>();
  const { probe } = poolProbes(
    {
      probe: (path) =>
        new Promise<AudioProbe>((resolve, reject) => {
          begun.push(path);
          ends.set(path, (fault) =>
            fault
              ? reject(fault)
              : resolve({ format: 'wav', durationMs: 1, channels: 1, sampleRateHz: 16_000 }),
          );
        }),
    },
    { atOnce: 2, maxWaitMs: 20_000, retryAfterSeconds: 30 },
  );
  const asked = ['a', 'b', 'c', 'd'].map((path) => probe(path));
  await turn();
  assert.deepEqual(begun, ['a', 'b']);
  ends.get('b')!(new Error('broken'));
  await assert.rejects(asked[1]!, /broken/);
  await turn();
  assert.deepEqual(begun, ['a', 'b', 'c']);
  for (const path of ['a', 'c']) ends.get(path)!();
  await turn();
  ends.get('d')!();
  await Promise.all([asked[0], asked[2], asked[3]]);
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
});

test('a probe that has waited too long is refused and told when to come again; the others keep their turns', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const { probe } = poolProbes(
    {
      probe: (path) => {
        begun.push(path);
        return new Promise<AudioProbe>((resolve) =>
          ends.push(() => resolve({ format: 'wav', durationMs: 1, channels: 1, sampleRateHz: 16_000 })),
        );
      },
    },
    { atOnce: 1, maxWaitMs: 20_000, retryAfterSeconds: 30 },
  );
  const first = probe('first');
  const tooLong = probe('too long');
  await turn();
  t.mock.timers.tick(15_000);
  const later = probe('later');
  await turn();
  const refused = assert.rejects(tooLong, { code: 'SERVER_BUSY', retryAfterSeconds: 30, status: 503 });
  t.mock.timers.tick(5000);
  await refused;
  ends[0]!();
  await first;
  await turn();
  assert.deepEqual(begun, ['first', 'later']);
  // A probe that has begun measures to the end.
  t.mock.timers.tick(60_000);
  ends[1]!();
  assert.equal(((await later) as AudioProbe).durationMs, 1);
});

test('a program that the machine had no time for says nothing against the file', async () => {
  const ended = (fault: 'timeout' | 'failed') =>
    Promise.reject(
      new ProgramError(fault, 'ended', {
        program: 'ffmpeg',
        exitCode: null,
        stdout: Buffer.alloc(0),
        stderr: '',
      }),
    );
  assert.equal(await tolerate(ended('failed')), undefined);
  const late = await tolerate(ended('timeout')).catch((error: unknown) => error);
  const { code, status, retryAfterSeconds } = outageErrorOf(late)!;
  assert.deepEqual(
    { code, status, retryAfterSeconds },
    { code: 'SERVER_BUSY', status: 503, retryAfterSeconds: 30 },
  );
});
