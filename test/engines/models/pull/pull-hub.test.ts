import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { HubModel } from '#server/engines/models/catalogue.ts';
import { loadContent } from '#server/engines/models/content/content.ts';
import { textSha256 } from '#server/engines/models/content/hashing.ts';
import { faultsOf } from '#server/engines/models/content/verify.ts';
import type { Patience } from '#server/engines/models/pull/download.ts';
import { listRepository } from '#server/engines/models/pull/hub.ts';
import { type HubPull, pullHubModel } from '#server/engines/models/pull/pull-hub.ts';
import { type HubServer, type Misdeed, startHub } from '#test/support/hub-server.ts';
import { contentOf, everythingIn, likeWhisper, tempStore, writeFiles } from '#test/support/model-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { writeSentenceModel } from '../../../../testkit/test-model/write-sentence-model.ts';

const repo = 'someone/whisper-test';
const model: HubModel = {
  id: 'whisper-test',
  kind: 'asr',
  title: 'Whisper for tests',
  source: { hub: { repo, revision: 'main' } },
  parametersMillions: 1,
  languages: ['en'],
  licence: 'MIT',
  origin: 'this test',
  needs: { cores: 1, memoryGb: 1 },
  recommended: true,
};
const encoder = 'onnx/encoder_model_quantized.onnx';
const patience: Patience = { fruitlessTries: 3, tries: 20, stallMs: 300, pauseMs: 1 };
const neededBytes = Object.entries(likeWhisper(1))
  .filter(([name]) => !['README.md', 'onnx/encoder_model.onnx'].includes(name))
  .reduce((sum, [, content]) => sum + content.length, 0);

/** What is fetched before the encoder. */
const smallBytes = Object.entries(likeWhisper(1))
  .filter(([name]) => /^(config|generation_config|preprocessor_config|tokenizer)\.json$/.test(name))
  .reduce((sum, [, content]) => sum + content.length, 0);

async function setUp(t: TestContext, options: Parameters<typeof tempStore>[1] = {}) {
  const [hub, store] = await Promise.all([
    startHub(t, { repo, files: likeWhisper(1) }),
    tempStore(t, options),
  ]);
  const pull = async (more: Partial<HubPull> & { answerTimeoutMs?: number } = {}) => {
    const { baseUrl = hub.url, answerTimeoutMs: timeoutMs = 5000, ...rest } = more;
    const listing = await listRepository({ baseUrl, repo }, 'main', { timeoutMs });
    return pullHubModel({ store, model, precision: 'int8', baseUrl, listing, patience, ...rest });
  };
  return { hub, store, pull };
}

/** Another version under the same name. */
function publishAgain(hub: HubServer): void {
  hub.commit = 'fedcba9876543210fedcba9876543210fedcba98';
  for (const [path, content] of Object.entries(likeWhisper(50))) hub.files.set(path, content);
}

const encoderRequests = ({ requests }: HubServer) => requests.filter(({ path }) => path === encoder);

test('a pulled model has the files of its precision, the hashes of what came, and the commit it came from', async (t) => {
  const { hub, store, pull } = await setUp(t);
  const shown: [number, number][] = [];
  const { record, isNew } = await pull({ onProgress: (done, all) => shown.push([done, all]) });
  assert.equal(isNew, true);
  assert.deepEqual(record.files.map(({ path }) => path).sort(), [
    'config.json',
    'generation_config.json',
    'onnx/decoder_model_merged_quantized.onnx',
    'onnx/encoder_model_quantized.onnx',
    'preprocessor_config.json',
    'tokenizer.json',
  ]);
  for (const { path, sha256 } of record.files) assert.equal(sha256, textSha256(hub.files.get(path)!), path);
  assert.equal(record.source, `${repo} at ${hub.commit}, int8`);
  assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), record), []);
  assert.deepEqual(await store.get('whisper-test'), record);
  assert.deepEqual(shown.at(-1), [neededBytes, neededBytes]);
  assert.ok(shown.every(([done], index) => index === 0 || done >= shown[index - 1]![0]));

  const requests = hub.requests.length;
  assert.equal((await pull()).isNew, false);
  assert.equal(hub.requests.length, requests, 'nothing is fetched again');
});

test('pulling again repairs a damaged model', async (t) => {
  const { store, pull } = await setUp(t);
  const { record } = await pull();
  const path = join(store.folderOf('whisper-test'), encoder);
  await appendFile(path, 'x');
  assert.equal((await pull()).isNew, true);
  await writeFile(join(store.folderOf('whisper-test'), 'model.json'), '{');
  assert.equal((await pull()).isNew, true);
  assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), record), []);
});

test('a line that drops again and again: what has come is not fetched again', async (t) => {
  const { hub, store, pull } = await setUp(t);
  const cuts = [10_000, 1, 65_536, 70_000];
  hub.plan.set(
    encoder,
    cuts.map((afterBytes): Misdeed => ({ kind: 'cut', afterBytes })),
  );
  await pull();
  assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), await store.get('whisper-test')), []);
  const starts = encoderRequests(hub).map(({ range }) => Number(/\d+/.exec(range ?? '0')![0]));
  assert.ok(starts.length >= 5 && starts[0] === 0, starts.join(', '));
  for (const [index, start] of starts.slice(1).entries()) {
    const sentUpTo = starts[index]! + (cuts[index] ?? 0);
    // What was on its way when the line went can be lost, and no more: a stream's buffer.
    assert.ok(start >= starts[index]! && start <= sentUpTo && sentUpTo - start <= 65_536, starts.join(', '));
  }
});

test('a pull that was stopped goes on where it was, in another process and from another mirror', async (t) => {
  const { hub, store, pull } = await setUp(t);
  const stop = new AbortController();
  hub.plan.set(encoder, [{ kind: 'stall', afterBytes: 120_000 }]);
  const stopped = pull({
    signal: stop.signal,
    onProgress: (done) => {
      if (done >= smallBytes + 120_000) stop.abort(new Error('stopped by the test'));
    },
  });
  await assert.rejects(stopped, /stopped by the test/);
  assert.deepEqual(await store.list(), []);

  const mirror = await startHub(t, { repo, files: likeWhisper(1) });
  await pull({ baseUrl: mirror.url });
  assert.deepEqual(
    encoderRequests(mirror).map(({ range }) => range),
    ['bytes=120000-'],
  );
  assert.ok(mirror.sentBytes() <= neededBytes - 120_000);
  assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), await store.get('whisper-test')), []);
});

for (const [title, misdeeds] of [
  ['ignores ranges', [{ kind: 'cut', afterBytes: 5000 }, { kind: 'ignore range' }]],
  [
    'goes on in the wrong place',
    [
      { kind: 'cut', afterBytes: 5000 },
      { kind: 'shift range', by: 7 },
    ],
  ],
  [
    'is overloaded for a while',
    [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 429 },
    ],
  ],
  ['falls silent', [{ kind: 'stall', afterBytes: 5000 }]],
  ['flips a bit once', [{ kind: 'flip', at: 123_456 }]],
  ['sends too much once', [{ kind: 'append', bytes: 10 }]],
] as const satisfies [string, Misdeed[]][]) {
  test(`the right bytes are installed from a server that ${title}`, async (t) => {
    const { hub, store, pull } = await setUp(t);
    hub.plan.set(encoder, [...misdeeds]);
    await pull();
    assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), await store.get('whisper-test')), []);
  });
}

test('a file may lie on another host', async (t) => {
  const { hub, store, pull } = await setUp(t);
  const storage = await startHub(t, { repo, files: likeWhisper(1) });
  hub.always.set(encoder, { kind: 'redirect', to: storage.url });
  await pull();
  assert.equal(encoderRequests(storage).length, 1);
  assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), await store.get('whisper-test')), []);
});

for (const [title, misdeed, message] of [
  ['always changes a byte', { kind: 'flip', at: 100 }, /other bytes than it should .*sha256/],
  ['always sends too much', { kind: 'append', bytes: 1 }, /more than the 200000 bytes/],
  ['always breaks off at once', { kind: 'cut', afterBytes: 0 }, /broke off at 0 of 200000 bytes/],
  ['never goes on', { kind: 'stall', afterBytes: 0 }, /nothing came for 0\.3 s/],
  ['has no such file', { kind: 'status', status: 404 }, /answers 404/],
  ['wants a password', { kind: 'status', status: 401 }, /answers 401/],
  ['is broken', { kind: 'status', status: 500 }, /answers 500/],
] as const satisfies [string, Misdeed, RegExp][]) {
  test(`the older model stays, whole, when the server of a new one ${title}`, async (t) => {
    const { hub, store, pull } = await setUp(t);
    await pull();
    const installed = () => contentOf(store.folderOf('whisper-test'));
    const before = installed();
    publishAgain(hub);
    hub.always.set(encoder, misdeed);
    await assert.rejects(pull(), { code: 'DOWNLOAD_FAILED', message });
    assert.deepEqual(installed(), before);
    assert.deepEqual(
      (await store.list()).map(({ id }) => id),
      ['whisper-test'],
    );
    hub.always.clear();
    const { record } = await pull();
    assert.match(record.source, /at fedc/);
    assert.deepEqual(await faultsOf(store.folderOf('whisper-test'), record), []);
  });
}

for (const [title, listing, message] of [
  ['is a web page', { about: '<html>Sign in</html>' }, /cannot be read/],
  ['has no commit', { about: { sha: '../../etc' } }, /does not answer as a model hub does/],
  ['lists no files', { tree: { error: 'x' } }, /does not answer as a model hub does/],
  ['is an error', { status: 502 }, /answers 502/],
  ['comes too late', { delayMs: 2000 }, /no answer within 0\.3 s/],
] as const) {
  test(`a hub whose answer ${title} is refused`, async (t) => {
    const { hub, store, pull } = await setUp(t);
    Object.assign(hub.listing, listing);
    await assert.rejects(pull({ answerTimeoutMs: 300 }), { code: 'DOWNLOAD_FAILED', message });
    assert.deepEqual(everythingIn(store.folder), {});
  });
}

test('paths that lead out of the model are not followed, hashes that are none are not believed', async (t) => {
  const { hub, pull } = await setUp(t);
  const oid = 'a'.repeat(40);
  hub.listing.tree = [
    { type: 'file', path: '../../config.json', size: 2, oid },
    { type: 'file', path: 'config.json', size: 2, oid: 'short' },
    { type: 'file', path: '/etc/passwd', size: 2, oid },
  ];
  await assert.rejects(pull(), { code: 'MODEL_REFUSED', message: /has no config\.json/ });
  assert.deepEqual(hub.requests, []);
});

test('a model that does not load is not installed, and the one before stays', async (t) => {
  let fault: string | undefined;
  const { hub, store, pull } = await setUp(t, {
    checkContent: async () => {
      if (fault) throw new Error(fault);
      return { languages: ['en'] };
    },
  });
  await pull();
  const before = contentOf(store.folderOf('whisper-test'));
  publishAgain(hub);
  fault = 'config.json: "d_model" is no number';
  await assert.rejects(pull(), /d_model/);
  assert.deepEqual(contentOf(store.folderOf('whisper-test')), before);
  assert.deepEqual(
    Object.keys(everythingIn(store.folder)).filter((name) => name.startsWith('.')),
    [],
    'nothing lies about',
  );
});

test('a disk with too little space is told before anything is fetched', async (t) => {
  const { hub, store, pull } = await setUp(t, { freeBytes: async () => 128 * 1024 * 1024 + neededBytes - 1 });
  await assert.rejects(pull(), { code: 'DISK_FULL', message: /MODELS_DIR/ });
  assert.deepEqual(hub.requests, []);
  assert.deepEqual(everythingIn(store.folder), {});
});

test('a disk that runs full on the way leaves neither a model nor what filled it', async (t) => {
  const { hub, store, pull } = await setUp(t);
  const part = `${textSha256(hub.files.get(encoder)!)}-${encoder.replace('/', '+')}`;
  await writeFiles(join(store.folder, '.partial'), { placeholder: '' });
  await symlink('/dev/full', join(store.folder, '.partial', part));
  await assert.rejects(pull(), { code: 'DISK_FULL' });
  assert.deepEqual(await store.list(), []);
  assert.ok(!Object.keys(everythingIn(store.folder)).some((name) => name.includes('encoder')));
});

test('sentence embeddings are pulled with their small files and one network, and tried before they are installed', async (t) => {
  const exported = join(await tempFolder(t), 'export');
  await writeSentenceModel(exported, { precision: 'int8' });
  await writeSentenceModel(exported);
  const paths = (await readdir(exported, { recursive: true })).filter((path) => /\.\w+$/.test(path));
  const files = Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(exported, path))] as const)),
  );
  const hub = await startHub(t, { repo, files: { ...files, 'README.md': Buffer.from('# Sentences') } });
  const store = await tempStore(t, { checkContent: loadContent });
  const sentences: HubModel = { ...model, id: 'sentences', kind: 'embeddings' };
  const pull = async (precision: HubPull['precision']) => {
    const listing = await listRepository({ baseUrl: hub.url, repo }, 'main', { timeoutMs: 5000 });
    return pullHubModel({ store, model: sentences, precision, baseUrl: hub.url, listing, patience });
  };
  const { record } = await pull('int8');
  assert.deepEqual([record.kind, record.languages], ['embeddings', ['en']]);
  assert.deepEqual(record.files.map(({ path }) => path).sort(), [
    '1_Pooling/config.json',
    'config.json',
    'onnx/model_quantized.onnx',
    'tokenizer.json',
    'tokenizer_config.json',
  ]);
  await assert.rejects(pull('fp16'), /has no .*model_fp16\.onnx/);
});
