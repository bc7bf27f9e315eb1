import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuesses } from '#server/live/guesses.ts';
import { addressGroup } from '#server/modules/accounts/attempts.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

test('ten wrong links within ten minutes are enough for an address, not for others', () => {
  const clock = createMovingClock();
  const guesses = createGuesses(clock);
  for (let n = 0; n < 9; n++) guesses.wrong('10.0.0.1');
  assert.equal(guesses.waitSeconds('10.0.0.1'), 0);
  guesses.wrong('10.0.0.1');
  assert.equal(guesses.waitSeconds('10.0.0.1'), 600);
  assert.equal(guesses.waitSeconds('10.0.0.2'), 0);
  clock.advance(599_000);
  assert.equal(guesses.waitSeconds('10.0.0.1'), 1);
  clock.advance(1000);
  assert.equal(guesses.waitSeconds('10.0.0.1'), 0);
});

test('it does not grow without end', () => {
  const guesses = createGuesses(createMovingClock());
  for (let n = 0; n < 10; n++) guesses.wrong('first');
  for (let n = 0; n < 10_000; n++) guesses.wrong(`address ${n}`);
  assert.equal(guesses.waitSeconds('first'), 0, 'the oldest is forgotten');
});

test('who guesses from many addresses of their IPv6 network is one visitor', () => {
  const guesses = createGuesses(createMovingClock(), addressGroup);
  for (let n = 1; n <= 10; n++) guesses.wrong(`2001:db8::${n}`);
  assert.equal(guesses.waitSeconds('2001:db8::ffff'), 600);
  assert.equal(guesses.waitSeconds('2001:db8:0:1::1'), 0);
});
