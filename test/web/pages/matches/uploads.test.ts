import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import type { MatchRow } from '#server/modules/console/contract/matches.ts';
import { ApiFault } from '#server/web/console/api/client.ts';
import {
  countsOf,
  faultOfFile,
  isDone,
  nextToSend,
  reduceUploads,
  type UploadItem,
} from '#server/web/console/pages/matches/upload/upload-queue.ts';
import {
  createUploads,
  lookEveryMs,
  type UploadTools,
} from '#server/web/console/pages/matches/upload/uploads.ts';

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

/** A server on which a match ends when it is told to, and what it was asked. */
function uploadsTo(t: TestContext, tools: Partial<UploadTools> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const matches = new Map<string, MatchRow>();
  const sent: { name: string; jobId: string; key: string }[] = [];
  const looks: string[][] = [];
  let keys = 0;
  const uploads = createUploads({
    async send({ jobId, file, key }) {
      sent.push({ name: file.name, jobId, key });
      const made = match(file.name);
      matches.set(made.id, made);
      return made;
    },
    async look(ids) {
      looks.push([...ids]);
      return ids.flatMap((id) => matches.get(id) ?? []);
    },
    newKey: () => `key ${++keys}`,
    onAccepted: () => undefined,
    ...tools,
  });
  return {
    uploads,
    sent,
    looks,
    unfollow: uploads.follow(),
    add: (...names: string[]) =>
      uploads.add(
        'a job',
        names.map((name) => new File(['%PDF-'], name)),
      ),
    end: (id: string) => matches.set(id, match(id, '2026-01-01')),
    forget: (id: string) => matches.delete(id),
    async pass(ms: number) {
      for (let turn = 0; turn < 5; turn += 1) await settled();
      t.mock.timers.tick(ms);
      for (let turn = 0; turn < 5; turn += 1) await settled();
    },
    async sentAll(count: number) {
      while (sent.length < count) await settled();
      await settled();
    },
  };
}

const kinds = ({ items }: { items: readonly UploadItem[] }) => items.map(({ state }) => state.kind);

test('every one of 250 files ends, asked for by id, a hundred at once, and then nobody asks', async (t) => {
  const { uploads, looks, add, end, pass, sentAll } = uploadsTo(t);
  const names = Array.from({ length: 250 }, (_, index) => `${index}.pdf`);
  add(...names);
  await sentAll(250);
  assert.equal(looks.length, 0, 'nothing is asked while files are sent');
  await pass(lookEveryMs.min);
  await pass(lookEveryMs.max);
  await pass(lookEveryMs.max);
  assert.deepEqual(
    looks.map((ids) => ids.length),
    [100, 100, 100],
  );
  assert.equal(new Set(looks.flat()).size, 250, 'each has had its turn');

  for (const name of names.slice(0, 249)) end(name);
  for (let look = 0; look < 4; look += 1) await pass(lookEveryMs.max);
  assert.equal(uploads.items.filter(isDone).length, 249);
  assert.deepEqual(looks.at(-1), ['249.pdf'], 'what has ended is not asked for again');
  end('249.pdf');
  await pass(lookEveryMs.max);
  assert.ok(uploads.items.every(isDone));
  const asked = looks.length;
  await pass(10 * lookEveryMs.max);
  assert.equal(looks.length, asked);
});

test('while no match ends they are looked at seldomer, and sooner again once one has', async (t) => {
  const { looks, add, end, pass } = uploadsTo(t);
  add('a.pdf', 'b.pdf');
  for (let second = 0; second < 60; second += 1) await pass(1000);
  // After 2, 3, 4.5 and 6.75 s, then every 10.
  assert.equal(looks.length, 8);
  end('a.pdf');
  await pass(lookEveryMs.max);
  assert.equal(looks.length, 9);
  await pass(lookEveryMs.min);
  assert.equal(looks.length, 10);
});

test('a file that is sent again has the key it had, and another file another one', async (t) => {
  const keys: string[] = [];
  let isCut = true;
  const { uploads, add, pass } = uploadsTo(t, {
    async send({ file, key }) {
      keys.push(key);
      if (isCut) throw new ApiFault(0, 'NETWORK', 'The connection was lost.');
      return match(file.name);
    },
  });
  add('a.pdf');
  await pass(0);
  assert.deepEqual(kinds(uploads), ['refused']);
  isCut = false;
  uploads.retry(1);
  uploads.retry(1);
  await pass(0);
  assert.deepEqual(kinds(uploads), ['accepted']);
  add('a.pdf');
  await pass(0);
  assert.deepEqual(keys, ['key 1', 'key 1', 'key 2']);
});

test('a file goes to the job that was chosen when it was added, whatever is chosen since', async (t) => {
  const { uploads, sent, sentAll } = uploadsTo(t);
  const file = (name: string) => [new File(['%PDF-'], name)];
  uploads.add('first', file('a.pdf'));
  uploads.add('second', file('b.pdf'));
  await sentAll(2);
  assert.deepEqual(
    sent.map(({ name, jobId }) => [name, jobId]),
    [
      ['a.pdf', 'first'],
      ['b.pdf', 'second'],
    ],
  );
});

test('a refusal of the file itself is final; no other is', async (t) => {
  for (const [status, isFinal] of [
    [400, true],
    [402, false],
    [409, false],
    [0, false],
  ] as const) {
    const { uploads, add, pass } = uploadsTo(t, {
      send: () => Promise.reject(new ApiFault(status, 'CODE', 'No.')),
    });
    add('a.pdf');
    await pass(0);
    assert.deepEqual(uploads.items[0]!.state, { kind: 'refused', message: 'No.', isFinal });
    t.mock.timers.reset();
  }
});

test('a PDF that is known is told as such, and sent once more only when somebody asks, under another key', async (t) => {
  const tries: { key: string; again: boolean | undefined }[] = [];
  const { uploads, add, pass } = uploadsTo(t, {
    async send({ file, key, again }) {
      tries.push({ key, again });
      if (again) return match(file.name, '2026-01-01');
      throw new ApiFault(409, 'NOT_POSSIBLE_NOW', 'Known: Ada, ada.pdf.', { knownMatchId: 'm-1' });
    },
  });
  add('a.pdf');
  await pass(0);
  assert.deepEqual(uploads.items[0]!.state, {
    kind: 'known',
    message: 'Known: Ada, ada.pdf.',
    matchId: 'm-1',
  });
  assert.ok(uploads.items.every(isDone));
  uploads.retry(1);
  await pass(0);
  assert.equal(tries.length, 1, 'trying again is not asking for it');
  uploads.matchAgain(1);
  uploads.matchAgain(1);
  await pass(0);
  assert.deepEqual(kinds(uploads), ['accepted']);
  assert.deepEqual(tries, [
    { key: 'key 1', again: undefined },
    { key: 'key 2', again: true },
  ]);
});

test('a failure counts as a failure, wherever it happened', () => {
  const ended = (status: MatchRow['status']) => ({ id: 'm', finishedAt: '2026-01-01', status }) as MatchRow;
  const items = [
    item(1, { kind: 'accepted', match: ended('finished') }),
    item(2, { kind: 'accepted', match: ended('failed') }),
    item(3, { kind: 'refused', message: 'no PDF', isFinal: true }),
    item(4, { kind: 'known', message: 'known', matchId: 'm-0' }),
    item(5),
    item(6, { kind: 'accepted', match: match('under way') }),
  ];
  assert.deepEqual(countsOf(items), { matched: 1, failed: 2, known: 1 });
});

test('a match that was deleted under way is not waited for', async (t) => {
  const { uploads, looks, add, forget, pass } = uploadsTo(t);
  add('a.pdf');
  await pass(0);
  forget('a.pdf');
  await pass(lookEveryMs.min);
  assert.ok(uploads.items.every(isDone));
  await pass(lookEveryMs.max);
  assert.equal(looks.length, 1);
});

test('a look that fails is made up for by the next', async (t) => {
  let isDown = true;
  const { uploads, add, pass } = uploadsTo(t, {
    async look(ids) {
      if (isDown) throw new ApiFault(0, 'NETWORK', 'The server does not answer.');
      return ids.map((id) => match(id, '2026-01-01'));
    },
  });
  add('a.pdf');
  await pass(0);
  await pass(lookEveryMs.min);
  assert.deepEqual(uploads.items.map(isDone), [false]);
  isDown = false;
  await pass(lookEveryMs.max);
  assert.deepEqual(uploads.items.map(isDone), [true]);
});

test('with its page gone nothing more is sent or asked; back again it goes on', async (t) => {
  const { uploads, sent, looks, add, unfollow, pass } = uploadsTo(t);
  add('a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf');
  assert.equal(sent.length, 3);
  unfollow();
  await pass(lookEveryMs.max);
  assert.equal(sent.length, 3);
  assert.equal(looks.length, 0);
  uploads.follow();
  await pass(lookEveryMs.min);
  assert.equal(sent.length, 5);
  assert.equal(looks.length, 1);
});
