import assert from 'node:assert/strict';
import { transaction } from '#server/db/transaction.ts';
import { createDataLayer, type DataLayer } from '#test/support/data-layer.ts';
import { dialectTest } from '#test/support/dialect-test.ts';

const settlement = (clientId: string, runId: string, charge: number) => ({
  clientId,
  runId,
  serviceType: 'speech',
  charge,
  audioDurationMs: 200_000,
  description: `Speech analysis ${runId}`,
});

const hold = ({ db, credits }: DataLayer, clientId: string, runId: string, amount: number) =>
  transaction(db, (trx) => credits.hold(trx, { clientId, runId, amount }));

const settle = ({ db, credits }: DataLayer, clientId: string, runId: string, charge: number) =>
  transaction(db, (trx) => credits.settle(trx, settlement(clientId, runId, charge)));

const standing = async ({ credits }: DataLayer, clientId: string) => {
  const { balance, held, available } = await credits.balance(clientId);
  return { balance, held, available };
};

dialectTest('held credits are not available, and what is not charged becomes so again', async ({ db }) => {
  const layer = createDataLayer(db);
  const { id } = await layer.identity.createClient({ name: 'Acme', credits: 10 });
  await hold(layer, id, 'a', 4);
  await hold(layer, id, 'b', 6);
  assert.deepEqual(await standing(layer, id), { balance: 10, held: 10, available: 0 });
  await assert.rejects(hold(layer, id, 'c', 1), {
    code: 'INSUFFICIENT_CREDITS',
    details: { cost: 1, available: 0 },
  });
  assert.deepEqual(await settle(layer, id, 'a', 3), { balanceAfter: 7 });
  assert.deepEqual(await standing(layer, id), { balance: 7, held: 6, available: 1 });
  assert.deepEqual(await settle(layer, id, 'b', 0), { balanceAfter: 7 });
  assert.deepEqual(await standing(layer, id), { balance: 7, held: 0, available: 7 });
});

dialectTest('settling twice charges once and answers the same', async ({ db, openAnother }) => {
  const layer = createDataLayer(db);
  const other = createDataLayer(await openAnother());
  const { id } = await layer.identity.createClient({ name: 'Acme', credits: 10 });
  await hold(layer, id, 'a', 4);
  const answers = await Promise.all([
    settle(layer, id, 'a', 4),
    settle(other, id, 'a', 4),
    settle(layer, id, 'a', 2),
  ]);
  const { recent } = await layer.credits.balance(id);
  const debits = recent.filter(({ type }) => type === 'debit');
  assert.equal(debits.length, 1);
  for (const { balanceAfter } of answers) assert.equal(balanceAfter, debits[0]!.balanceAfter);
  assert.equal((await settle(layer, id, 'never held', 4)).balanceAfter, debits[0]!.balanceAfter);
});

dialectTest('a charge above what was held is a bug and changes nothing', async ({ db }) => {
  const layer = createDataLayer(db);
  const { id } = await layer.identity.createClient({ name: 'Acme', credits: 10 });
  await hold(layer, id, 'a', 2);
  await assert.rejects(settle(layer, id, 'a', 3), RangeError);
  assert.deepEqual(await standing(layer, id), { balance: 10, held: 2, available: 8 });
});

dialectTest(
  'of 40 holds at once exactly as many succeed as there are credits for',
  async ({ db, openAnother }) => {
    const layers = [createDataLayer(db), createDataLayer(await openAnother())];
    const { id } = await layers[0]!.identity.createClient({ name: 'Acme', credits: 31 });
    const ends = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => hold(layers[index % 2]!, id, `run ${index}`, 3)),
    );
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 10);
    assert.deepEqual(
      ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : [])),
      Array(30).fill('INSUFFICIENT_CREDITS'),
    );
    assert.deepEqual(await standing(layers[0]!, id), { balance: 31, held: 30, available: 1 });
  },
);

dialectTest('usage adds up per module, and the newest 20 entries come first', async ({ db }) => {
  const layer = createDataLayer(db);
  const { id } = await layer.identity.createClient({ name: 'Acme', credits: 100 });
  for (let index = 0; index < 24; index++) {
    await hold(layer, id, `run ${index}`, 2);
    await settle(layer, id, `run ${index}`, 2);
  }
  for (const [runId, serviceType, charge] of [
    ['match', 'cv_deepmatch', 5],
    ['another', 'cv_deepmatch', 8],
  ] as const) {
    await hold(layer, id, runId, charge);
    await transaction(db, (trx) =>
      layer.credits.settle(trx, { ...settlement(id, runId, charge), serviceType, audioDurationMs: null }),
    );
  }
  const balance = await layer.credits.add({ clientId: id, amount: 50, description: 'Invoice 17' });
  assert.deepEqual(balance.usage, { speech: 48, cv: 13, interview: 0, added: 150 });
  assert.equal(balance.balance, 150 - 48 - 5 - 8);
  assert.equal(balance.recent.length, 20);
  assert.equal(balance.recent[0]!.description, 'Invoice 17');
  assert.equal(balance.recent[1]!.referenceId, 'another');
  for (const [newer, older] of balance.recent
    .slice(0, -1)
    .map((entry, index) => [entry, balance.recent[index + 1]!])) {
    const change = newer!.type === 'credit' ? newer!.amount : -newer!.amount;
    assert.equal(older!.balanceAfter + change, newer!.balanceAfter);
  }
  const speech = balance.recent.find(({ serviceType }) => serviceType === 'speech')!;
  assert.deepEqual(
    { ...speech, id: '' },
    {
      id: '',
      type: 'debit',
      amount: 2,
      balanceAfter: speech.balanceAfter,
      serviceType: 'speech',
      referenceType: 'run',
      referenceId: 'run 23',
      audioDurationMs: 200_000,
      description: 'Speech analysis run 23',
      createdAt: '2026-03-01T09:00:00.000Z',
    },
  );
});

dialectTest('only whole, positive credits can be added, to a client there is', async ({ db }) => {
  const { identity, credits } = createDataLayer(db);
  const { id } = await identity.createClient({ name: 'Acme', credits: 0 });
  for (const amount of [0, -5, 1.5, Number.NaN, 3_000_000_000]) {
    await assert.rejects(credits.add({ clientId: id, amount, description: '' }), { code: 'INVALID_INPUT' });
  }
  await credits.add({ clientId: id, amount: 1_999_999_999, description: '' });
  await assert.rejects(credits.add({ clientId: id, amount: 2, description: '' }), { code: 'INVALID_INPUT' });
  await assert.rejects(credits.add({ clientId: 'nobody', amount: 2, description: '' }), {
    code: 'NOT_FOUND',
  });
  await assert.rejects(credits.balance('nobody'), { code: 'NOT_FOUND' });
});
