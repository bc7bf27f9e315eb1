import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MatchRow } from '#server/modules/console/contract/matches.ts';
import {
  faultOfFile,
  isDone,
  nextToSend,
  reduceUploads,
  type UploadItem,
} from '#server/web/console/pages/matches/upload/upload-queue.ts';

const item = (id: number, state: UploadItem['state'] = { kind: 'waiting' }): UploadItem => ({
  id,
  fileName: `${id}.pdf`,
  sizeBytes: 1,
  state,
});
const match = (id: string, finishedAt: string | null = null) => ({ id, finishedAt }) as MatchRow;

test('three files are under way at once, in the order they came', () => {
  const waiting = [1, 2, 3, 4, 5].map((id) => item(id));
  assert.deepEqual(nextToSend(waiting), [1, 2, 3]);
  const sending = reduceUploads(waiting, {
    type: 'changed',
    id: 1,
    state: { kind: 'uploading', share: 0.5 },
  });
  assert.deepEqual(nextToSend(sending), [2, 3]);
  const accepted = reduceUploads(sending, {
    type: 'changed',
    id: 1,
    state: { kind: 'accepted', match: match('a') },
  });
  assert.deepEqual(nextToSend(accepted), [2, 3, 4], 'what was accepted waits for nobody');
});

test('a match that is seen again replaces what was known of it, and of nothing else', () => {
  const items = [item(1, { kind: 'accepted', match: match('a') }), item(2)];
  const seen = reduceUploads(items, { type: 'seen', matches: [match('a', '2026-01-01'), match('b')] });
  assert.deepEqual(seen, [item(1, { kind: 'accepted', match: match('a', '2026-01-01') }), item(2)]);
});

test('clearing takes away what is done: refused, or matched', () => {
  const items = [
    item(1, { kind: 'refused', message: 'no', isFinal: true }),
    item(2, { kind: 'accepted', match: match('a', '2026-01-01') }),
    item(3, { kind: 'accepted', match: match('b') }),
    item(4),
  ];
  assert.deepEqual(items.map(isDone), [true, true, false, false]);
  assert.deepEqual(
    reduceUploads(items, { type: 'cleared' }).map(({ id }) => id),
    [3, 4],
  );
});

for (const [name, size, fault] of [
  ['cv.pdf', 10, undefined],
  ['CV.PDF', 10, undefined],
  ['cv.docx', 10, 'notPdf'],
  ['cv.pdf', 11, 'tooLarge'],
] as const) {
  test(`${name} of ${size} bytes is ${fault ?? 'sent'}`, () => {
    assert.equal(faultOfFile({ name, size }, 10), fault);
  });
}
