import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBackground } from '#server/background.ts';

const log = () => {
  const lines: string[] = [];
  return { lines, error: (_: object, line: string) => void lines.push(line) };
};

test('a round that throws is logged by its name, and the next one comes', async () => {
  const logger = log();
  const background = createBackground(logger);
  const { promise: third, resolve } = Promise.withResolvers<void>();
  let rounds = 0;
  background.every(1, 'sweeping', async () => {
    if (++rounds === 3) resolve();
    throw new Error('The disk is full.');
  });
  await third;
  await background.stop();
  assert.deepEqual(new Set(logger.lines), new Set(['sweeping failed']));
  assert.ok(logger.lines.length >= 3);
});

test('to stop waits for the round under way and ends every rest, and no other round comes', async () => {
  const background = createBackground(log());
  const seen: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: end } = Promise.withResolvers<void>();
  background.every(1, 'working', async () => {
    begin();
    await goOn;
    seen.push('round');
  });
  background.every(3_600_000, 'resting', async () => void seen.push('once'), { firstMs: 3_600_000 });
  background.begin(async () => {
    await background.rest(3_600_000);
    seen.push(`told to stop: ${background.signal.aborted}`);
  });
  await begun;
  const stopped = background.stop();
  end();
  await stopped;
  assert.deepEqual(seen.sort(), ['round', 'told to stop: true']);
});

test('a first round that throws before it waits is no end either', async () => {
  const logger = log();
  const background = createBackground(logger);
  background.every(3_600_000, 'looking', () => {
    throw new Error('at once');
  });
  await background.stop();
  assert.deepEqual(logger.lines, ['looking failed']);
});
