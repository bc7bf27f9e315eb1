import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { unitVector } from '#server/domain/vectors/unit-vectors.ts';
import { createHttpEmbeddings } from '#server/engines/embeddings/http/engine.ts';
import { EmbeddingsError } from '#server/engines/embeddings/port.ts';
import {
  answerVectors,
  type EmbeddingsBehaviour,
  letterVector,
  startEmbeddingsServer,
} from '#test/support/embeddings-server.ts';

const dimensions = 32;
const { signal } = new AbortController();

async function startEngine(
  t: TestContext,
  behaviour: EmbeddingsBehaviour,
  { model = 'some-model', apiKey = null as string | null, timeoutMs = 2000 } = {},
) {
  const server = await startEmbeddingsServer(behaviour);
  let sleptMs = 0;
  const engine = createHttpEmbeddings(
    { url: `${server.url}/`, model, apiKey, dimensions, timeoutMs },
    {
      now: () => performance.now() + sleptMs,
      sleep: async (ms) => {
        sleptMs += ms;
      },
    },
  );
  t.after(() => {
    engine.close();
    server.close();
  });
  return { server, engine, sleptMs: () => sleptMs };
}

test('many texts are asked for in several requests and answered in their order', async (t) => {
  const { server, engine } = await startEngine(t, answerVectors(dimensions), { apiKey: 'secret' });
  const texts = Array.from({ length: 150 }, (_, n) => `text ${n} ${'abcdefgh'[n % 8]}`);
  const vectors = await engine.embed(texts, 'passage', signal);
  for (const [n, text] of texts.entries()) {
    assert.deepEqual(vectors[n], unitVector(letterVector(text, dimensions)), text);
  }
  assert.deepEqual(
    server.asked.map(({ body }) => body.input.length),
    [64, 64, 22],
  );
  assert.equal(server.asked[0]!.path, '/v1/embeddings');
  assert.equal(server.asked[0]!.headers.authorization, 'Bearer secret');
  assert.equal(server.asked[0]!.body.model, 'some-model');
});

test('a text without words is not sent, and is known to be unknown', async (t) => {
  const { server, engine } = await startEngine(t, answerVectors(dimensions));
  const [empty, word] = await engine.embed(['  \n', 'word'], 'query', signal);
  assert.deepEqual(empty, new Int8Array(dimensions));
  assert.deepEqual(word, unitVector(letterVector('word', dimensions)));
  await engine.embed(['', ''], 'query', signal);
  assert.deepEqual(
    server.asked.map(({ body }) => body.input),
    [['word']],
  );
  assert.equal(server.asked[0]!.headers.authorization, undefined);
});

for (const [model, query, passage] of [
  ['intfloat/multilingual-e5-small', 'query: a', 'passage: a'],
  ['BAAI/bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: a', 'a'],
  ['bge-m3', 'a', 'a'],
  ['all-minilm', 'a', 'a'],
] as const) {
  test(`"${model}" is asked as it was trained`, async (t) => {
    const { server, engine } = await startEngine(t, answerVectors(dimensions), { model });
    await engine.embed(['a'], 'query', signal);
    await engine.embed(['a'], 'passage', signal);
    assert.deepEqual(
      server.asked.map(({ body }) => body.input[0]),
      [query, passage],
    );
  });
}

test('a server that is busy is asked again, as late as it wishes', async (t) => {
  let times = 0;
  const { engine, sleptMs } = await startEngine(t, (response, asked) => {
    if (++times <= 2) response.writeHead(503, { 'retry-after': '7' }).end('{}');
    else answerVectors(dimensions)(response, asked);
  });
  await engine.embed(['a'], 'query', signal);
  assert.equal(times, 3);
  assert.ok(sleptMs() >= 14_000, `${sleptMs()} ms`);
});

test('a server that stays away is given up after a minute', async (t) => {
  const { engine, sleptMs } = await startEngine(t, (response) => response.destroy());
  await assert.rejects(engine.embed(['a'], 'query', signal), EmbeddingsError);
  assert.ok(sleptMs() > 30_000 && sleptMs() <= 60_000, `${sleptMs()} ms`);
});

test('a server that never answers is not waited for', async (t) => {
  const { engine } = await startEngine(t, () => {}, { timeoutMs: 20 });
  await assert.rejects(engine.embed(['a'], 'query', signal), /no answer within/);
});

for (const [title, behaviour, message] of [
  ['refuses the key', (response) => response.writeHead(401).end('{}'), /EMBEDDINGS_API_KEY/],
  ['does not know the model', (response) => response.writeHead(404).end('{}'), /EMBEDDINGS_MODEL/],
  ['sends elsewhere', (response) => response.writeHead(302, { location: '/' }).end(), /EMBEDDINGS_URL/],
  ['answers no JSON', (response) => response.end('hello'), /like \/v1\/embeddings/],
  ['answers too few', (response) => response.end('{"data":[]}'), /like \/v1\/embeddings/],
  [
    'answers text',
    (response) => response.end('{"data":[{"index":0,"embedding":"AAAA"}]}'),
    /like \/v1\/embeddings/,
  ],
  ['has other dimensions', answerVectors(48), /EMBEDDINGS_DIMENSIONS to that \(it is 32\)/],
] as const satisfies readonly (readonly [string, EmbeddingsBehaviour, RegExp])[]) {
  test(`a server that ${title} is asked once, and its operators are told`, async (t) => {
    const { server, engine } = await startEngine(t, behaviour);
    const asking = engine.embed(['a'], 'query', signal);
    await assert.rejects(asking, (error) => error instanceof EmbeddingsError && message.test(error.message));
    assert.equal(server.asked.length, 1);
  });
}

test('two vectors of one number are no answer', async (t) => {
  const { engine } = await startEngine(t, (response) => {
    const one = { index: 0, embedding: letterVector('a', dimensions) };
    response.end(JSON.stringify({ data: [one, one] }));
  });
  await assert.rejects(engine.embed(['a', 'b'], 'query', signal), /numbered/);
});

test('a caller that goes stops the asking', async (t) => {
  const leaving = new AbortController();
  const { engine } = await startEngine(t, () => leaving.abort());
  await assert.rejects(engine.embed(['a'], 'query', leaving.signal), { name: 'AbortError' });
});
