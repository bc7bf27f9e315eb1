import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { AutoModel, AutoTokenizer, env } from '@huggingface/transformers';
import { openSentenceEmbeddings } from '#server/engines/embeddings/onnx/engine.ts';
import { SentenceModelError, sentenceModelFiles } from '#server/engines/embeddings/onnx/folder.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import {
  type SentenceModelOptions,
  sentenceWidth,
  writeSentenceModel,
} from '../../../testkit/test-model/write-sentence-model.ts';
import { cosine } from './cosine.ts';

const { signal } = new AbortController();
const texts = [
  'Nurse',
  'programmer in java, 5 years: programming, testing and a long list of other things',
  'Führte die Buchhaltung für 20 Läden',
  'x',
  'driver driver driver',
  '漢字 and что',
];

async function makeModel(t: TestContext, options: Partial<SentenceModelOptions> = {}): Promise<string> {
  const dir = join(await tempFolder(t), 'sentences');
  await writeSentenceModel(dir, options);
  return dir;
}

async function openModel(t: TestContext, dir: string) {
  const engine = await openSentenceEmbeddings({ dir, name: 'sentences', threads: 1 });
  t.after(() => engine.close());
  return engine;
}

interface OracleTensor {
  data: Float32Array;
  dims: number[];
}

/** The other opinion: vectors of all tokens by `@huggingface/transformers`, offline, a text at a time. */
async function oracleOf(dir: string) {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(dir);
  const tokenizer = await AutoTokenizer.from_pretrained(basename(dir));
  const model = await AutoModel.from_pretrained(basename(dir), { dtype: 'fp32', local_files_only: true });
  return async (text: string, pooling: 'mean' | 'cls'): Promise<number[]> => {
    const inputs = await tokenizer(text, { truncation: true });
    const { last_hidden_state } = (await model(inputs)) as { last_hidden_state: OracleTensor };
    const { data, dims } = last_hidden_state;
    const rows = Array.from({ length: dims[1]! }, (_, row) => [
      ...data.subarray(row * sentenceWidth, (row + 1) * sentenceWidth),
    ]);
    if (pooling === 'cls') return rows[0]!;
    return rows[0]!.map((_, n) => rows.reduce((sum, row) => sum + row[n]!, 0));
  };
}

for (const { pooling, name, query, passage } of [
  { pooling: 'mean', name: 'test/sentences', query: '', passage: '' },
  { pooling: 'cls', name: 'test/sentences', query: '', passage: '' },
  { pooling: 'mean', name: 'intfloat/multilingual-e5-small', query: 'query: ', passage: 'passage: ' },
] as const) {
  test(`${name} (${pooling}) gives the vectors of another implementation`, async (t) => {
    const dir = await makeModel(t, { pooling, name });
    const engine = await openModel(t, dir);
    const oracle = await oracleOf(dir);
    for (const [kind, instruction] of [
      ['query', query],
      ['passage', passage],
    ] as const) {
      const vectors = await engine.embed(texts, kind, signal);
      for (const [n, text] of texts.entries()) {
        const expected = await oracle(instruction + text, pooling);
        assert.ok(
          cosine(vectors[n]!, expected) > 0.999,
          `${kind} "${text}": ${cosine(vectors[n]!, expected)}`,
        );
        assert.ok(Math.abs(Math.hypot(...vectors[n]!) - 127) < 1.5);
      }
    }
  });
}

test('a text gets the same vector alone and among others', async (t) => {
  const engine = await openModel(t, await makeModel(t));
  const many = Array.from({ length: 100 }, (_, n) => `${texts[n % texts.length]} ${'a '.repeat(n % 40)}`);
  const together = await engine.embed(many, 'passage', signal);
  for (const [n, text] of many.entries()) {
    const [alone] = await engine.embed([text], 'passage', signal);
    assert.ok(cosine(alone!, together[n]!) > 0.9999, text);
  }
});

test('what is longer than the model reads is cut, and keeps its end token', async (t) => {
  const engine = await openModel(t, await makeModel(t, { maxTokens: 16 }));
  const [short, long, longer] = await engine.embed(
    [`${'a '.repeat(14)}`, `${'a '.repeat(15)}`, 'a '.repeat(50_000)],
    'passage',
    signal,
  );
  assert.deepEqual(long, short);
  assert.deepEqual(longer, short);
});

test('a text without words is known to be unknown', async (t) => {
  const engine = await openModel(t, await makeModel(t));
  const [empty, word] = await engine.embed([' \n', 'nurse'], 'query', signal);
  assert.ok(empty!.every((value) => value === 0) && word!.some((value) => value !== 0));
  assert.deepEqual(await engine.embed([], 'query', signal), []);
});

test('exports without token types, and without a file about pooling, are taken', async (t) => {
  const bge = await openModel(t, await makeModel(t, { hasTokenTypes: false, pooling: null, name: 'bge-m3' }));
  const mean = await openModel(t, await makeModel(t, { hasTokenTypes: false, pooling: null }));
  const [first] = await bge.embed(['nurse and driver'], 'query', signal);
  const [second] = await mean.embed(['nurse and driver'], 'query', signal);
  assert.equal(bge.dimensions, sentenceWidth);
  assert.ok(cosine(first!, second!) < 0.99);
});

test('8 bits are taken where they are, and are near to 32', async (t) => {
  const whole = await makeModel(t);
  const small = await makeModel(t, { precision: 'int8' });
  const [first] = await (await openModel(t, whole)).embed([texts[1]!], 'query', signal);
  const [second] = await (await openModel(t, small)).embed([texts[1]!], 'query', signal);
  assert.ok(cosine(first!, second!) > 0.98, `${cosine(first!, second!)}`);
});

test('of an export only what is needed is taken', () => {
  const files = [
    'README.md',
    'config.json',
    'tokenizer.json',
    'onnx/model.onnx',
    'onnx/model_fp16.onnx',
    '1_Pooling/config.json',
  ];
  assert.deepEqual(sentenceModelFiles(files), [
    'config.json',
    'tokenizer.json',
    'onnx/model.onnx',
    '1_Pooling/config.json',
  ]);
  assert.deepEqual(
    sentenceModelFiles([...files, 'model_quantized.onnx', 'onnx/model_quantized.onnx']).slice(2),
    ['onnx/model_quantized.onnx', '1_Pooling/config.json'],
  );
  assert.deepEqual(sentenceModelFiles(['config.json', 'onnx/model.onnx']), []);
});

for (const [title, damage, message] of [
  ['without a network', (dir: string) => rm(join(dir, 'onnx'), { recursive: true }), /holds no model/],
  ['without a tokenizer', (dir: string) => rm(join(dir, 'tokenizer.json')), /tokenizer.json is missing/],
  ['with half a configuration', (dir: string) => writeFile(join(dir, 'config.json'), '{"hidden'), /JSON/],
  ['without a width', (dir: string) => writeFile(join(dir, 'config.json'), '{}'), /hidden_size/],
  [
    'of another width',
    (dir: string) => writeFile(join(dir, 'config.json'), '{"hidden_size":48}'),
    /tokens × 48/,
  ],
  [
    'with a damaged network',
    (dir: string) => writeFile(join(dir, 'onnx/model.onnx'), 'no'),
    /cannot be opened/,
  ],
  [
    'that pools otherwise',
    (dir: string) => writeFile(join(dir, '1_Pooling/config.json'), '{"pooling_mode_max_tokens":true}'),
    /another pooling/,
  ],
] as const) {
  test(`a model ${title} is refused with the file's name`, async (t) => {
    const dir = await makeModel(t);
    await damage(dir);
    await assert.rejects(
      openSentenceEmbeddings({ dir, name: 'sentences', threads: 1 }),
      (error) => error instanceof SentenceModelError && message.test(error.message),
    );
  });
}

test('a caller that goes is not served', async (t) => {
  const engine = await openModel(t, await makeModel(t));
  await assert.rejects(engine.embed(texts, 'query', AbortSignal.abort()), { name: 'AbortError' });
});
