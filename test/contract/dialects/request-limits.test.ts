import assert from 'node:assert/strict';
import { createRateWindows } from '#server/modules/identity/rate-windows.ts';
import { createPollNotes } from '#server/modules/runs/poll-notes.ts';
import { createDataLayer, newRun } from '#test/support/data-layer.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';

async function prepared({ db, openAnother }: DialectTest) {
  const layer = createDataLayer(db);
  const { clock } = layer;
  /** The same database in another process. */
  const other = await openAnother();
  return {
    ...layer,
    other,
    here: createRateWindows({ db, clock }),
    there: createRateWindows({ db: other, clock }),
  };
}

dialectTest('processes share a rate limit, and none exceeds it', async (context) => {
  const { here, there, clock } = await prepared(context);
  const bound = { subject: 'key a', perWindow: 500 };
  assert.deepEqual(here.look(bound), { remaining: 500, resetSeconds: 60 });
  assert.equal(await here.take([bound]), undefined);
  assert.deepEqual(here.look(bound), { remaining: 499, resetSeconds: 60 });
  clock.advance(20_000);
  let [served, refused] = [1, 0];
  for (let pair = 0; pair < 300; pair++) {
    const answers = await Promise.all([here.take([bound]), there.take([bound])]);
    for (const refusal of answers) refusal ? refused++ : served++;
  }
  assert.ok(served <= 500 && served >= 475, `${served} were served, ${refused} refused`);
  assert.equal(here.look(bound).resetSeconds, 40, 'the window is the one that began first');
  assert.equal(there.look(bound).resetSeconds, 40);
  clock.advance(40_000);
  assert.equal(await there.take([bound]), undefined, 'a new minute has begun');
});

dialectTest('small limits are shared to the request; what one refuses counts for none', async (context) => {
  const { here, there } = await prepared(context);
  const key = { subject: 'key a', perWindow: 5 };
  const client = { subject: 'client a', perWindow: 3 };
  assert.equal(await here.take([key, client]), undefined);
  assert.equal(await there.take([key, client]), undefined);
  assert.equal(await here.take([key, client]), undefined);
  assert.equal(await there.take([key, client]), client);
  assert.equal(await here.take([key, client]), client);
  assert.equal(there.look(key).remaining, 2);
  const all = await Promise.all(Array.from({ length: 10 }, () => there.take([key])));
  assert.equal(all.filter((refusal) => refusal === undefined).length, 2);
});

dialectTest('a raised limit counts at once, a lowered one too', async (context) => {
  const { here } = await prepared(context);
  const bound = { subject: 'key a', perWindow: 2 };
  for (let count = 0; count < 2; count++) assert.equal(await here.take([bound]), undefined);
  assert.equal(await here.take([bound]), bound);
  assert.equal(await here.take([{ ...bound, perWindow: 3 }]), undefined);
  assert.deepEqual(await here.take([{ ...bound, perWindow: 1 }]), { ...bound, perWindow: 1 });
});

dialectTest('a restart keeps what was counted and polled', async (context) => {
  const { here, clock, db, identity, runs, other } = await prepared(context);
  const bound = { subject: 'key a', perWindow: 2 };
  await here.take([bound]);
  await here.take([bound]);
  assert.equal(await createRateWindows({ db: other, clock }).take([bound]), bound);

  const { id: clientId } = await identity.createClient({ name: 'Acme', credits: 10 });
  const { run } = await runs.submit(newRun({ clientId }));
  const polls = createPollNotes({ db, clock });
  assert.equal(polls.note(run), 0);
  assert.equal(polls.note(run), 10_000, 'at once, whatever the row says');
  await polls.written();
  const later = createPollNotes({ db: other, clock });
  const found = (await runs.find({ clientId, runId: run.id }))!;
  clock.advance(4000);
  assert.equal(later.note(found), 6000);
  clock.advance(6000);
  assert.equal(later.note(found), 0);
});
