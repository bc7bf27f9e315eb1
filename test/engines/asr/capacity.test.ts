import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type MachinePlan,
  moonshineCost,
  planCapacity,
  type RecogniserCost,
  type WorkerWishes,
  whisperCost,
} from '#server/engines/asr/capacity.ts';
import { seededRandom } from '../../../testkit/random.ts';

const MB = 1024 ** 2;
const base = {
  dModel: 512,
  encoderLayers: 6,
  encoderHeads: 8,
  decoderLayers: 6,
  decoderHeads: 8,
  headSize: 64,
  melBands: 80,
  vocabulary: 51_865,
  sourcePositions: 1500,
  targetPositions: 448,
};
const whisper = whisperCost(290e6, 'fp32', base);
const alone = (
  recogniser: RecogniserCost,
  memoryBytes: number,
  wanted: Partial<WorkerWishes> = {},
  cores = 4,
) =>
  planCapacity({
    ...{ cores, memoryBytes, recogniser },
    roles: { worker: { copies: 2, threads: null, batch: null, ...wanted }, live: { sessions: 0 } },
  })?.worker ?? null;
const plan = (memoryMb: number, wanted: Partial<WorkerWishes> = {}) => alone(whisper, memoryMb * MB, wanted);

test('a machine with room gets every copy, eight windows at once and all of its cores', () => {
  const { copies, threads, batch } = plan(8000)!;
  assert.deepEqual({ copies, threads, batch }, { copies: 2, threads: 2, batch: 8 });
});

test('less memory means fewer windows at once, then fewer copies, then none', () => {
  const found = [6000, 4000, 2600, 1900, 1300, 900].map((memoryMb) => plan(memoryMb));
  const sizes = found.map((capacity) => (capacity ? capacity.copies * 100 + capacity.batch : 0));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  assert.equal(found[0]!.copies, 2);
  assert.equal(found.at(-2)?.copies, 1);
  assert.equal(found.at(-1), null);
});

test('what it says it takes is never more than it was given', () => {
  const given = Array.from({ length: 114 }, (_, index) => 300 + 50 * index);
  const plans = given.flatMap((memoryMb) => {
    const capacity = plan(memoryMb);
    return capacity ? [{ memoryMb, capacity }] : [];
  });
  assert.ok(plans.length > 90);
  for (const { memoryMb, capacity } of plans)
    assert.ok(capacity.memoryBytes <= memoryMb * MB, `${memoryMb} MB`);
});

test('a batch or a number of threads that the operator set is kept where it fits', () => {
  assert.deepEqual(
    [plan(8000, { batch: 3, threads: 5 })!.batch, plan(8000, { batch: 3, threads: 5 })!.threads],
    [3, 5],
  );
  assert.equal(plan(2600, { batch: 8 })!.copies, 1, 'a copy goes before the batch that was asked for');
});

test('four windows of whisper-base are planned within 1.3 GB', () => {
  assert.ok(plan(1.3e9 / MB, { copies: 1 })!.batch >= 4);
  assert.ok(alone(whisperCost(145e6, 'fp16', base), 1.1e9, { copies: 1 })!.batch >= 4);
});

test('Moonshine gives up recordings at once before anything else, and has no plan where not even one fits', () => {
  const found = [4e9, 1.2e9, 0.6e9, 0.5e9].map((memoryBytes) => alone(moonshineCost('base'), memoryBytes));
  assert.deepEqual(
    found.map((capacity) => capacity && [capacity.copies, capacity.threads]),
    [[2, 2], [2, 2], [1, 4], null],
  );
  assert.ok(alone(moonshineCost('tiny'), 0.5e9), 'the small one needs less');
});

test('Moonshine decodes as many windows side by side on every machine, unless the operator set another number', () => {
  const batches = [8e9, 1e9, 0.6e9].map((memoryBytes) => alone(moonshineCost('base'), memoryBytes)!.batch);
  assert.equal(new Set(batches).size, 1);
  const set = alone(moonshineCost('base'), 8e9, { threads: 3, batch: 2 })!;
  assert.deepEqual([set.threads, set.batch], [3, 2]);
});

const shared = (
  machine: { cores: number; memoryBytes: number },
  sessions: number,
  worker: Partial<WorkerWishes> = {},
  recogniser = moonshineCost('base'),
) =>
  planCapacity({
    ...{ ...machine, recogniser },
    roles: { worker: { copies: 2, threads: null, batch: null, ...worker }, live: { sessions } },
  });
const inShort = (found: MachinePlan | null) =>
  found && {
    worker: found.worker && `${found.worker.copies} × ${found.worker.threads}`,
    live: `${found.live.sessions} on ${found.live.copies}`,
  };

for (const [title, machine, sessions, worker, expected] of [
  ['no interview is held', { cores: 4, memoryBytes: 4e9 }, 0, {}, { worker: '2 × 2', live: '0 on 0' }],
  ['there is room for all', { cores: 8, memoryBytes: 8e9 }, 4, {}, { worker: '2 × 3', live: '4 on 1' }],
  ['many are live', { cores: 8, memoryBytes: 8e9 }, 10, {}, { worker: '2 × 2', live: '10 on 3' }],
  ['cores are few', { cores: 2, memoryBytes: 8e9 }, 10, {}, { worker: '2 × 1', live: '4 on 1' }],
  ['memory is for two copies', { cores: 8, memoryBytes: 1.2e9 }, 10, {}, { worker: '1 × 7', live: '4 on 1' }],
  ['memory is for one copy', { cores: 8, memoryBytes: 0.6e9 }, 10, {}, { worker: '1 × 8', live: '0 on 0' }],
  ['there is one core', { cores: 1, memoryBytes: 8e9 }, 1, {}, { worker: '2 × 1', live: '0 on 0' }],
  [
    'live may have everything',
    { cores: 1, memoryBytes: 0.6e9 },
    3,
    { keepsOne: false },
    { worker: null, live: '2 on 1' },
  ],
  ['nothing fits', { cores: 4, memoryBytes: 0.5e9 }, 3, {}, null],
] as const) {
  test(`worker and live sessions share a machine where ${title}`, () => {
    assert.deepEqual(inShort(shared(machine, sessions, worker)), expected);
  });
}

test('whatever the machine, a plan gives away no byte twice, no thread less than one, and what it owes the worker', () => {
  const random = seededRandom(11);
  const whole = (low: number, high: number) => Math.floor(low + random() * (high - low + 1));
  let [planned, kept, workers, free] = [0, 0, 0, 0];
  for (let count = 0; count < 5000; count++) {
    const machine = { cores: whole(1, 64), memoryBytes: Math.round(10 ** (8 + 3 * random())) };
    const recogniser = [whisper, moonshineCost('base'), moonshineCost('tiny')][whole(0, 2)]!;
    const keepsOne = random() < 0.7;
    const wishes = {
      copies: whole(1, 8),
      threads: random() < 0.2 ? whole(1, 8) : null,
      batch: random() < 0.2 ? whole(1, 16) : null,
    };
    const sessions = whole(0, 40);
    const found = shared(machine, sessions, { ...wishes, keepsOne }, recogniser);
    const said = JSON.stringify({ machine, wishes, keepsOne, sessions, found });
    const withoutLive = shared(machine, 0, { ...wishes, keepsOne }, recogniser);
    assert.equal(found === null, withoutLive === null, 'live sessions never cost the worker its last copy');
    if (!found) continue;
    planned++;
    const { worker, live } = found;
    assert.ok((worker?.memoryBytes ?? 0) + live.memoryBytes <= machine.memoryBytes, said);
    assert.ok(live.sessions <= sessions && live.copies <= machine.cores, said);
    assert.equal(live.sessions > 0, live.copies > 0, said);
    const isFree = worker && wishes.threads === null && worker.copies <= machine.cores - live.copies;
    kept += Number(keepsOne);
    workers += Number(worker !== null);
    free += Number(Boolean(isFree));
    assert.ok(!keepsOne || (worker && live.copies < machine.cores), said);
    assert.ok(!worker || (worker.copies >= 1 && worker.threads >= 1 && worker.batch >= 1), said);
    assert.ok(!isFree || worker.copies * worker.threads + live.copies <= machine.cores, said);
    const more = shared(
      { ...machine, memoryBytes: 2 * machine.memoryBytes },
      sessions,
      { ...wishes, keepsOne },
      recogniser,
    );
    assert.ok(more!.live.sessions >= live.sessions, said);
  }
  assert.ok(planned > 1000 && kept > 500 && workers > 500 && free > 500, `${[planned, kept, workers, free]}`);
});
