import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor, WhisperTimeStampLogitsProcessor } from '@huggingface/transformers';
import { createTokenRules } from '#server/engines/asr/whisper/token-rules.ts';
import type { SpecialTokens } from '#server/engines/asr/whisper/tokenizer.ts';
import { seededRandom } from '../../../../testkit/random.ts';

/** A vocabulary of twenty words, eight structural tokens and 101 timestamps (0–2 s). */
const special = {
  endOfText: 20,
  start: 21,
  translate: 24,
  transcribe: 25,
  startOfLm: 26,
  startOfPrevious: 27,
  noSpeech: 28,
  noTimestamps: 29,
  timestampBegin: 30,
  languages: new Map([
    ['en', 22],
    ['de', 23],
  ]),
} satisfies SpecialTokens;
const positions = 100;
const size = special.timestampBegin + positions + 1;
const noRules = {
  suppressTokens: [],
  beginSuppressTokens: [],
  alignmentHeads: [],
  languageIds: special.languages,
};
const allowed = (logits: Float32Array): number[] =>
  [...logits.keys()].filter((id) => logits[id]! > Number.NEGATIVE_INFINITY);
const flat = () => new Float32Array(size);
const time = (step: number) => special.timestampBegin + step;

test('timestamps follow the rules of transformers.js wherever histories are in order', () => {
  const random = seededRandom(11);
  const apply = createTokenRules({
    special,
    rules: { ...noRules, maxInitialTimestamp: positions },
    timestamps: true,
    positions,
  });
  const prompt = [special.start, 22, special.transcribe];
  const config = {
    eos_token_id: special.endOfText,
    no_timestamps_token_id: special.noTimestamps,
    max_initial_timestamp_index: null,
  };
  const peer = new WhisperTimeStampLogitsProcessor(config as never, prompt);
  const never = [21, 22, 23, 24, 25, 26, 27, 28, 29];
  let forced = 0;
  for (let round = 0; round < 500; round++) {
    const generated: number[] = [];
    let now = 0;
    for (let n = Math.floor(random() * 8); n > 0; n--) {
      if (random() < 0.5) generated.push(Math.floor(random() * 20));
      else {
        now = Math.min(positions, now + 1 + Math.floor(random() * 20));
        generated.push(time(now));
      }
    }
    const logits = Float32Array.from({ length: size }, () => 6 * (random() - 0.5));
    // They allow times before the last one, and structural tokens: both are forbidden here beforehand.
    for (const id of never) logits[id] = Number.NEGATIVE_INFINITY;
    const last = generated.at(-1) ?? 0;
    const pairs =
      last >= special.timestampBegin &&
      !((generated.at(-2) ?? special.timestampBegin) >= special.timestampBegin);
    const earliest = now === 0 ? special.timestampBegin : time(now) + (pairs ? 0 : 1);
    logits.fill(Number.NEGATIVE_INFINITY, special.timestampBegin, earliest);

    const own = logits.slice();
    apply(own, generated);
    const theirs = logits.slice();
    const history = [...prompt, ...generated].map(BigInt);
    peer._call([history], [new Tensor('float32', theirs, [size])] as never);
    assert.deepEqual(allowed(own), allowed(theirs), `after ${generated}`);
    if (generated.length > 0 && allowed(own).every((id) => id >= special.timestampBegin)) forced++;
  }
  assert.ok(forced > 20, 'timestamps were forced now and then');
});

test('a transcript begins with an early timestamp and never goes back in time', () => {
  const apply = createTokenRules({
    special,
    rules: { ...noRules, maxInitialTimestamp: 10 },
    timestamps: true,
    positions: 60,
  });
  const first = flat();
  apply(first, []);
  assert.deepEqual(
    allowed(first),
    Array.from({ length: 11 }, (_, step) => time(step)),
  );

  const middle = flat();
  middle.fill(9, 0, 20);
  apply(middle, [time(5), 1, 2]);
  assert.equal(Math.min(...allowed(middle).filter((id) => id >= time(0))), time(6));
  assert.equal(Math.max(...allowed(middle)), time(60));

  const closing = flat();
  apply(closing, [time(5), 1, time(30)]);
  assert.deepEqual(
    allowed(closing),
    Array.from({ length: 31 }, (_, step) => time(30 + step)),
  );
});

test('without timestamps there are none, and tokens that are no speech are never written', () => {
  const rules = {
    ...noRules,
    suppressTokens: [3, 20],
    beginSuppressTokens: [4, 20],
    maxInitialTimestamp: 10,
  };
  const apply = createTokenRules({ special, rules, timestamps: false, positions });
  const begin = flat();
  apply(begin, []);
  assert.deepEqual(
    allowed(begin),
    [...Array(20).keys()].filter((id) => id !== 3 && id !== 4),
  );
  const later = flat();
  apply(later, [7]);
  assert.ok(later[4] === 0 && later[special.endOfText] === 0, 'the end may always come');
});
