import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { AudioProbe } from '#server/engines/audio/port.ts';
import { poolProbes } from '#server/engines/audio/probe-pool.ts';

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
    { atOnce: 2 },
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
