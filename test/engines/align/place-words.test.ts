import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FramePosteriors, frameMs } from '#server/engines/align/frame-model.ts';
import { classOfPhone, frameClasses } from '#server/engines/align/phones.ts';
import { placeWords } from '#server/engines/align/place-words.ts';
import { loadNative } from '#server/native.ts';

const { bestPath } = loadNative();
const classes = frameClasses.length;
const phones = (text: string) => text.split(' ');

/** Posteriors of a speaker who says these phones ("sil" for silence) clearly, five frames each. */
function hearing(said: string, framesEach = 5): FramePosteriors {
  const sounds = phones(said);
  const frames = framesEach * sounds.length;
  const data = new Float32Array(frames * classes).fill(Math.log(0.1 / (classes - 1)));
  for (let frame = 0; frame < frames; frame++) {
    const sound = sounds[Math.floor(frame / framesEach)]!;
    data[frame * classes + (sound === 'sil' ? 0 : classOfPhone(sound))] = Math.log(0.9);
  }
  return { frames, data };
}

const good = [phones('g uh d')];
const day = [phones('d ey')];
const tomato = [phones('t ah m ey t ow'), phones('t ah m aa t ow')];
const spans = (placed: ReturnType<typeof placeWords>) =>
  placed.map((word) => word && [word.startMs, word.endMs]);

test('words get the time of their phones, silence between them none', () => {
  const placed = placeWords(bestPath, hearing('sil g uh d sil d ey'), [good, day], 1000);
  assert.deepEqual(spans(placed), [
    [1000 + 5 * frameMs, 1000 + 20 * frameMs],
    [1000 + 25 * frameMs, 1000 + 35 * frameMs],
  ]);
  assert.deepEqual(
    placed[0]!.phones.map(({ phone, gop }) => [phone, Math.abs(gop)]),
    [
      ['g', 0],
      ['uh', 0],
      ['d', 0],
    ],
  );
});

for (const said of ['t ah m ey t ow', 't ah m aa t ow']) {
  test(`the pronunciation that was said is chosen: ${said}`, () => {
    const [placed] = placeWords(bestPath, hearing(`sil ${said} sil`), [tomato], 0);
    assert.equal(placed!.phones.map(({ phone }) => phone).join(' '), said);
  });
}

test('a word that was not said has no place, and its neighbours keep theirs', () => {
  const placed = placeWords(bestPath, hearing('sil g uh d w iy sil'), [good, tomato, [phones('w iy')]], 0);
  assert.deepEqual(spans(placed), [[5 * frameMs, 20 * frameMs], undefined, [20 * frameMs, 30 * frameMs]]);
});

test('sound that no word explains belongs to none', () => {
  const placed = placeWords(bestPath, hearing('g uh d s iy ch ae k d ey'), [good, day], 0);
  assert.deepEqual(spans(placed), [
    [0, 15 * frameMs],
    [40 * frameMs, 50 * frameMs],
  ]);
});

test('another word in the place of one is not taken for it', () => {
  const placed = placeWords(bestPath, hearing('g uh d s iy ch ae k d ey'), [good, tomato, day], 0);
  assert.equal(placed[1], undefined);
  assert.deepEqual(spans(placed)[2], [40 * frameMs, 50 * frameMs]);
});

test('a phone said badly does not cost its word the place', () => {
  const [placed] = placeWords(bestPath, hearing('sil g iy d sil'), [good], 0);
  assert.deepEqual([placed!.startMs, placed!.endMs], [5 * frameMs, 20 * frameMs]);
  const [g, uh] = placed!.phones;
  assert.ok(uh!.gop < -4 && g!.gop === 0);
});

test('a boundary between two frames is placed between them', () => {
  const heard = hearing('g uh d');
  // The last frame of "g" is nearly as much "uh": the change comes early.
  heard.data[4 * classes + classOfPhone('uh')] = Math.log(0.85);
  const [placed] = placeWords(bestPath, heard, [good], 0);
  const boundary = placed!.phones[1]!.startMs;
  assert.ok(boundary < 5 * frameMs && boundary > 4 * frameMs, `${boundary} ms`);
});

test('too little sound for a word is no place, and no words need none', () => {
  assert.deepEqual(placeWords(bestPath, hearing('t', 3), [tomato], 0), [undefined]);
  assert.deepEqual(placeWords(bestPath, hearing('sil'), [], 0), []);
});
