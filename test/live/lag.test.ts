import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLag } from '#server/live/lag.ts';

test('it grows while nothing answers, and goes with the answer', () => {
  let nowMs = 1000;
  const lag = createLag(() => nowMs);
  assert.equal(lag.ms(), 0);
  const first = lag.ping();
  nowMs += 300;
  const second = lag.ping();
  assert.equal(lag.ms(), 300);
  lag.pong(first);
  assert.equal(lag.ms(), 300);
  nowMs += 2000;
  assert.equal(lag.ms(), 2000);
  lag.pong(second);
  nowMs += 5000;
  assert.equal(lag.ms(), 2000, 'nothing is on its way');
});

test('answers to nothing change nothing', () => {
  const lag = createLag(() => 5000);
  lag.ping();
  for (const odd of ['', 'x', '4000']) lag.pong(odd);
  assert.equal(lag.ms(), 0);
});
