import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntake } from '#server/live/intake.ts';

const MiB = 1024 ** 2;

test('what came in one piece with too much is taken later, in its order, and nothing more is read meanwhile', (t) => {
  let nowMs = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => nowMs);
  const log: string[] = [];
  const intake = createIntake<number>(
    { pause: () => log.push('pause'), resume: () => log.push('resume') },
    (n) => {
      log.push(`${n}`);
      intake.spend(MiB);
    },
  );
  for (let n = 1; n <= 4; n++) intake.came(n);
  assert.deepEqual(log.splice(0), ['1', '2', '3', 'pause']);
  // A mebibyte takes four seconds.
  for (let second = 0; second < 4; second++) {
    nowMs += 1000;
    t.mock.timers.tick(1000);
  }
  assert.deepEqual(log.splice(0), ['4', 'pause']);
  intake.came(5);
  for (let second = 0; second < 4; second++) {
    nowMs += 1000;
    t.mock.timers.tick(1000);
  }
  assert.deepEqual(log, ['5', 'pause']);
});

test('who has spent little is read again, and who is gone is not', (t) => {
  let nowMs = 0;
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => nowMs);
  const log: string[] = [];
  const socket = { pause: () => log.push('pause'), resume: () => log.push('resume') };
  const intake = createIntake<string>(socket, (text) => log.push(text));
  intake.spend(3 * MiB);
  intake.came('late');
  nowMs += 4000;
  t.mock.timers.tick(4000);
  assert.deepEqual(log.splice(0), ['pause', 'late', 'resume']);
  intake.spend(3 * MiB);
  intake.came('too late');
  intake.close();
  nowMs += 60_000;
  t.mock.timers.tick(60_000);
  assert.deepEqual(log, ['pause']);
});
