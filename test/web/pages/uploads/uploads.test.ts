import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { costOf, faultOfChosen, kindOf, nameInFile } from '#server/web/console/pages/uploads/chosen.ts';
import {
  continued,
  createSender,
  isOnItsWay,
  type ToSend,
} from '#server/web/console/pages/uploads/sender.ts';

for (const [fileName, kind] of [
  ['cv.PDF', 'cv'],
  ['a.b.mp3', 'recording'],
  ['call.m4a', 'recording'],
  ['meeting.mp4', 'recording'],
  ['cv.docx', 'cv'],
  ['cv.odt', null],
  ['pdf', null],
  ['.mp3x', null],
] as const)
  test(`"${fileName}" is ${kind ?? 'neither a CV nor a recording'}`, () =>
    assert.equal(kindOf(fileName), kind));

test('what the server would refuse is told before anything is sent', () => {
  const minute = 60_000;
  assert.equal(faultOfChosen({ name: 'a.pdf', size: 5 }, null), undefined);
  assert.equal(faultOfChosen({ name: 'a.pdf', size: 0 }, null), 'empty');
  assert.equal(faultOfChosen({ name: 'a.pdf', size: limits.cv.maxSizeBytes + 1 }, null), 'tooLarge');
  assert.equal(faultOfChosen({ name: 'a.mp3', size: limits.audio.maxSizeBytes + 1 }, null), 'tooLarge');
  assert.equal(faultOfChosen({ name: 'a.mp3', size: 5 }, minute), 'tooShort');
  assert.equal(faultOfChosen({ name: 'a.mp3', size: 5 }, 60 * minute), 'tooLong');
  assert.equal(faultOfChosen({ name: 'a.mp3', size: 5 }, 5 * minute), undefined);
  assert.equal(faultOfChosen({ name: 'a.zip', size: 5 }, null), 'unknown');
});

test('CVs cost for a job and nothing in the pool; a recording of unknown length costs its least', () => {
  const prices = { cvMatch: 2, speechPerStartedMinute: 3 };
  const files = [
    { kind: 'cv', durationMs: null },
    { kind: 'cv', durationMs: null },
    { kind: 'recording', durationMs: 200_000 },
    { kind: 'recording', durationMs: null },
  ] as const;
  const least = Math.ceil(limits.audio.minDurationMs / 60_000) * 3;
  assert.deepEqual(costOf(files, prices, true), { credits: 4 + 12 + least, unknown: 1 });
  assert.deepEqual(costOf(files, prices, false), { credits: 12 + least, unknown: 1 });
  assert.deepEqual(costOf([], prices, true), { credits: 0, unknown: 0 });
});

for (const [fileName, name] of [
  ['anna-kowalska-interview.mp3', 'Anna Kowalska'],
  ['Interview_Anna_Kowalska_2026-11-02.wav', 'Anna Kowalska'],
  ['AnnaKowalska.m4a', 'Anna Kowalska'],
  ['zoë ärger (final).ogg', 'Zoë Ärger'],
  ['Recording 17.m4a', ''],
  ['GMT20261102-090000.mp3', ''],
  ['anna.mp3', ''],
  ['María de la Cruz - screening.mp3', 'María de la Cruz'],
  ['李 小龙 interview.mp3', '李 小龙'],
  ['my whole long dictated note about the things.mp3', ''],
] as const)
  test(`the name in "${fileName}" is guessed as "${name}"`, () => assert.equal(nameInFile(fileName), name));

const fileOf = (name: string) => new File([name], name);
const toSend = (fileId: string): ToSend => ({ uploadId: 'u', fileId, file: fileOf(fileId) });

/** Sends that the test ends. */
function held() {
  const open = new Map<string, { done(): void; fail(): void }>();
  let changes = 0;
  const sender = createSender({
    send: ({ fileId }) =>
      new Promise((resolve, reject) => {
        open.set(fileId, { done: () => resolve(undefined), fail: () => reject(new Error(`no ${fileId}`)) });
      }),
    sentence: (fault) => (fault as Error).message,
    onChange: () => {
      changes += 1;
    },
  });
  const settle = () => new Promise(setImmediate);
  return { open, sender, settle, changes: () => changes };
}

test('three files are sent at once, each of the others in its turn, and a fault stops no other', async () => {
  const { open, sender, settle, changes } = held();
  sender.add(['a', 'b', 'c', 'd'].map(toSend));
  assert.deepEqual([...open.keys()], ['a', 'b', 'c']);
  open.get('b')!.fail();
  await settle();
  assert.deepEqual([...open.keys()], ['a', 'b', 'c', 'd']);
  assert.equal(sender.inHand.get('b')?.message, 'no b');
  assert.equal(isOnItsWay(sender.inHand, 'b'), false);
  for (const id of ['a', 'c', 'd']) open.get(id)!.done();
  await settle();
  assert.deepEqual([...sender.inHand.keys()], ['b']);
  assert.equal(sender.retry('b'), true);
  open.get('b')!.done();
  await settle();
  assert.equal(sender.inHand.size, 0);
  assert.equal(changes(), 5);
  assert.equal(sender.retry('b'), false, 'it was taken');
});

test('a file is sent once however often it is added, and forgotten only when it was not taken', async () => {
  const { open, sender, settle } = held();
  sender.add([toSend('a')]);
  sender.add([toSend('a')]);
  sender.forget(['a']);
  assert.equal(sender.inHand.size, 1);
  open.get('a')!.fail();
  await settle();
  sender.forget(['a']);
  assert.equal(sender.inHand.size, 0);
  assert.equal(sender.retry('a'), false);
});

test('after a reload, files are known again by name and size, each once', () => {
  const waiting = (id: string, fileName: string, state = 'waiting') => ({
    ...{ id, fileName, sizeBytes: fileName.length, state },
  });
  const uploads = [
    { id: 'u1', files: [waiting('1', 'a.pdf'), waiting('2', 'a.pdf'), waiting('3', 'b.pdf', 'done')] },
    { id: 'u2', files: [waiting('4', 'c.pdf', 'refused')] },
  ];
  const chosen = ['a.pdf', 'a.pdf', 'a.pdf', 'b.pdf', 'c.pdf'].map(fileOf);
  const { expected, fresh } = continued(chosen, uploads, new Map());
  assert.deepEqual(
    expected.map(({ uploadId, fileId }) => `${uploadId}/${fileId}`),
    ['u1/1', 'u1/2', 'u2/4'],
  );
  assert.deepEqual(
    fresh.map(({ name }) => name),
    ['a.pdf', 'b.pdf'],
  );
  const busy = new Map([['1', { share: 0.5, message: null }]]);
  assert.equal(continued([fileOf('a.pdf')], uploads, busy).expected[0]?.fileId, '2');
});
