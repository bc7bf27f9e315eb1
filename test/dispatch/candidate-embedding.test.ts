import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCandidateEmbedding } from '#server/dispatch/candidate-embedding.ts';
import { createLogger } from '#server/logging.ts';
import { createSearchVectors } from '#server/modules/search/index/search-vectors.ts';
import { fakeEmbeddings } from '#test/support/fake-embeddings.ts';
import { titles } from '#test/support/written-cv.ts';

const logger = createLogger({ level: 'silent', name: 'test' });

/** A queue in memory, with what was done to it. */
function fakeQueue(count: number) {
  const waiting = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    corpus: 1,
    texts: { titles: 'cook', text: `text ${'abcdefghij'[index]}` },
  }));
  const leased = new Map<number, (typeof waiting)[number]>();
  const done = { stored: [] as number[], failed: [] as number[], released: 0, requeued: [] as string[] };
  return {
    done,
    isEmpty: () => waiting.length === 0 && leased.size === 0,
    queue: {
      async claim() {
        const batch = waiting.splice(0, 4);
        for (const one of batch) leased.set(one.number, one);
        return batch;
      },
      async store(_owner: string, _model: string, embedded: readonly { number: number }[]) {
        for (const { number } of embedded) {
          leased.delete(number);
          done.stored.push(number);
        }
        return embedded.length;
      },
      async fail(_owner: string, _model: string, number: number) {
        leased.delete(number);
        done.failed.push(number);
      },
      renew: async () => undefined,
      async release() {
        done.released++;
        waiting.unshift(...leased.values());
        leased.clear();
      },
      async requeueOthers(model: string) {
        done.requeued.push(model);
        return 0;
      },
    },
  };
}

const index: Parameters<typeof createCandidateEmbedding>[0]['index'] = {
  keepUp: async () => undefined,
  tidy: async () => 0,
  close: async () => undefined,
};

async function workOff(given: ReturnType<typeof fakeQueue>, engine = fakeEmbeddings(), kept = index) {
  const embedding = createCandidateEmbedding({
    queue: given.queue,
    vectors: createSearchVectors(engine, titles),
    index: kept,
    owner: 'w',
    logger,
    idleMs: 1,
    troubleMs: { first: 1, most: 5 },
  });
  embedding.start();
  while (!given.isEmpty()) await new Promise((resolve) => setTimeout(resolve, 2));
  await embedding.stop();
}

test('everybody gets a vector, batch by batch, and files are kept in step, more eagerly at rest', async () => {
  const given = fakeQueue(10);
  const kept: boolean[] = [];
  await workOff(given, undefined, {
    ...index,
    keepUp: async (_corpus: number, isAtRest = false) => void kept.push(isAtRest),
  });
  assert.equal(given.done.stored.length, 10);
  assert.deepEqual(given.done.requeued, [createSearchVectors(fakeEmbeddings(), titles).name]);
  assert.deepEqual(kept.slice(0, 3), [false, false, false]);
});

test('one text that the model refuses fails alone', async () => {
  const given = fakeQueue(10);
  const engine = fakeEmbeddings();
  engine.refuse = (text) => text === 'text c';
  await workOff(given, engine);
  assert.deepEqual(given.done.failed, [3]);
  assert.equal(given.done.stored.length, 9);
});

test('while the engine is away no candidate fails: all are given back and tried again', async () => {
  const given = fakeQueue(6);
  const engine = fakeEmbeddings();
  let outages = 3;
  let isAway = true;
  engine.refuse = () => isAway;
  const { release } = given.queue;
  given.queue.release = async () => {
    if (--outages === 0) isAway = false;
    await release();
  };
  await workOff(given, engine);
  assert.deepEqual(given.done.failed, []);
  assert.equal(given.done.stored.length, 6);
});
