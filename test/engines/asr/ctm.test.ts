import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCtm } from '#server/engines/asr/ctm.ts';

test('reads words, whole milliseconds and posteriors', () => {
  assert.deepEqual(parseCtm('s0 1 0.42 0.20 good 0.596\ns0 1 2.28 0.07 morning 0.210\n'), [
    { text: 'good', startMs: 420, endMs: 620, posterior: 0.596 },
    { text: 'morning', startMs: 2280, endMs: 2350, posterior: 0.21 },
  ]);
});

test('takes away the marker of a second pronunciation and keeps the apostrophe', () => {
  const [first, second] = parseCtm("s0 1 0.1 0.2 and(2) 1\ns0 1 0.3 0.2 don't(3) 1");
  assert.deepEqual([first?.text, second?.text], ['and', "don't"]);
});

test('leaves out sentence marks, silence and noise', () => {
  const lines = ['<s>', '</s>', '<sil>', '[NOISE]', '[SPEECH]', '++UM++'].map((t) => `s0 1 0.1 0.2 ${t} 0.5`);
  assert.deepEqual(parseCtm(lines.join('\n')), []);
});

test('holds posteriors within 0 and 1', () => {
  assert.deepEqual(
    parseCtm('s0 1 0.1 0.2 a 1.003\ns0 1 0.3 0.2 b -0.001').map(({ posterior }) => posterior),
    [1, 0],
  );
});

test('gives no words for an empty file', () => {
  assert.deepEqual(parseCtm(''), []);
});

for (const line of ['s0 1 0.42 0.20 good', 's0 1 x 0.20 good 0.5', 'Segmentation fault']) {
  test(`refuses "${line}" rather than lose words silently`, () => {
    assert.throws(() => parseCtm(line), /Not a line of a CTM file/);
  });
}
