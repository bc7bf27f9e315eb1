import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unclearSounds } from '#server/domain/explanation/sounds.ts';
import { calibration } from '#test/support/score-interview.ts';

const { usualSounds } = calibration;

/** Every known sound forty times, as clear as usual, but for some. */
const phones = (others: Record<string, { gop: number; count: number }> = {}) =>
  Object.entries(usualSounds.sounds).map(([phone, { mean }]) => ({
    phone,
    ...(others[phone] ?? { gop: mean, count: 40 }),
  }));

const found = (others?: Record<string, { gop: number; count: number }>) =>
  unclearSounds({ phones: phones(others) }, usualSounds, 3);

test('sounds that are less clear in every mouth are no advice', () => {
  assert.deepEqual(found(), []);
});

test('a sound that is heard a few times has to be further off than one that is heard often', () => {
  const { mean, sd } = usualSounds.sounds.v!;
  const gop = mean - sd;
  assert.deepEqual(found({ v: { gop, count: 9 } }), []);
  assert.deepEqual(
    found({ v: { gop, count: 40 } }).map(({ phone }) => phone),
    ['v'],
  );
});

test('a speaker whose sounds are all as unclear has none that stands out', () => {
  const all = Object.fromEntries(
    Object.entries(usualSounds.sounds).map(([phone, { mean }]) => [phone, { gop: mean - 1.5, count: 40 }]),
  );
  assert.deepEqual(found(all), []);
});

test('a sound is named by a word that has it and in IPA', () => {
  assert.deepEqual(found({ dh: { gop: -3, count: 40 } }), [
    { phone: 'dh', named: 'the "th" of "this" (/ð/)' },
  ]);
});
