import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, loadConfig } from '#server/config/env.ts';
import { secretSettings } from '#server/config/secret-files.ts';
import { settingsHelp } from '#server/config/settings-help.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

test('without any setting the defaults hold', () => {
  const config = loadConfig({});
  assert.equal(config.port, 8080);
  assert.equal(config.databaseUrl, null);
  assert.deepEqual(config.trustProxy, []);
  assert.equal(config.asrMinMeanConfidence, null);
  assert.equal(config.asrEngine, null);
  assert.equal(config.asrHttp, null);
  assert.equal(config.executionProvider, 'auto');
});

test('every fault is reported at once, each naming its setting and what was given', () => {
  assert.throws(
    () =>
      loadConfig({
        PORT: '80a',
        LOG_LEVEL: 'loud',
        DATABASE_URL: 'mysql://x',
        TRUST_PROXY: '10.0.0.0/8, proxy.local',
        KEY_PEPPER: 'short',
        ASR_MIN_MEAN_CONFIDENCE: '1.5',
        WORKER_CONCURRENCY: '0',
      }),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      const names = [
        'PORT',
        'LOG_LEVEL',
        'DATABASE_URL',
        'TRUST_PROXY',
        'KEY_PEPPER',
        'ASR_MIN_MEAN',
        'WORKER_CONC',
      ];
      for (const name of names) assert.ok(error.message.includes(name), name);
      assert.equal(error.faults.length, names.length);
      assert.match(error.message, /"proxy\.local"/);
      return true;
    },
  );
});

test('a proxy is an address as people write one, or a block of them', () => {
  const faultsOf = (trustProxy: string): readonly string[] => {
    try {
      loadConfig({ TRUST_PROXY: trustProxy });
      return [];
    } catch (error) {
      return (error as ConfigError).faults;
    }
  };
  for (const good of ['127.0.0.1', '::1', '10.0.0.0/8, fd00::/8', '172.18.0.1']) {
    assert.deepEqual(faultsOf(good), [], good);
  }
  for (const odd of ['1', '127.1', '0x7f.0.0.1', '2130706433', '10/8', '10.1/16', 'true', '10.0.0.1/33']) {
    assert.match(faultsOf(odd).join(), /^TRUST_PROXY must hold addresses/, odd);
  }
});

test('what a fault repeats of an address has no password and no token in it', () => {
  const addresses = settingsHelp
    .map(([name]) => name)
    .filter((name) => /_URL$|_ENDPOINT$|_ISSUER$|_TO$|_MIRROR$/.test(name));
  assert.ok(addresses.length > 8, addresses.join());
  for (const name of [...addresses, 'PORT', 'LIVE_ADDRESS', 'LOG_LEVEL']) {
    for (const address of [
      'ftp://user:pwd99@127.0.0.1:9/path',
      'http://pwd99@host/path',
      'user:pwd99/@host',
      'http://host/path?token=pwd99',
      'http://host/path#pwd99',
    ]) {
      try {
        loadConfig({ [name]: address });
      } catch (error) {
        assert.doesNotMatch((error as ConfigError).message, /pwd99/, `${name}=${address}`);
      }
    }
  }
});

test('every setting that is read is described in the help, and the other way round', () => {
  const read = new Set<string>();
  loadConfig(new Proxy({}, { get: (_target, name) => void read.add(String(name)) }));
  // Where programs are looked for is the operating system's business.
  read.delete('PATH');
  // Each secret may lie in a file; the page of settings says so of all of them.
  for (const name of secretSettings) assert.ok(read.delete(`${name}_FILE`), name);
  assert.deepEqual([...read].sort(), settingsHelp.map(([name]) => name).sort());
});

test('a recognition server takes its settings together, and each wrong one is named', () => {
  const { asrHttp } = loadConfig({
    ASR_HTTP_URL: 'http://gpu.lan:8000',
    ASR_HTTP_LANGUAGES: 'en, de',
    ASR_HTTP_TIMEOUT_SECONDS: '30',
  });
  assert.deepEqual(
    { ...asrHttp },
    {
      url: 'http://gpu.lan:8000',
      model: 'whisper-1',
      apiKey: null,
      languages: ['en', 'de'],
      parallel: 2,
      timeoutMs: 30_000,
      patienceMs: 180_000,
      identifyLanguage: true,
    },
  );
  for (const [env, message] of [
    [{ ASR_ENGINE: 'http' }, /ASR_HTTP_URL, the address/],
    [{ ASR_ENGINE: 'vosk' }, /ASR_ENGINE must be embedded, whisper or http; it is "vosk"/],
    [{ ASR_HTTP_URL: 'gpu.lan:8000' }, /ASR_HTTP_URL must be an address/],
    [{ ASR_HTTP_LANGUAGES: 'en,xx' }, /ASR_HTTP_LANGUAGES.*"xx"/],
    [{ EXECUTION_PROVIDER: 'gpu' }, /EXECUTION_PROVIDER must be cpu, cuda or auto/],
    [{ ASR_BATCH: '0' }, /ASR_BATCH must be a whole number from 1/],
  ] as const) {
    assert.throws(() => loadConfig(env), { message });
  }
});

test('networks for webhooks are addresses or blocks of networks, and never everything', () => {
  const allowed = (text: string) => loadConfig({ WEBHOOK_ALLOWED_NETWORKS: text }).webhookAllowedNetworks;
  assert.deepEqual(allowed(''), []);
  assert.deepEqual(allowed(' 10.20.0.0/16, 192.168.7.5 ,fd12::/32,fd12::7'), [
    { clientId: null, network: '10.20.0.0/16' },
    { clientId: null, network: '192.168.7.5/32' },
    { clientId: null, network: 'fd12::/32' },
    { clientId: null, network: 'fd12::7/128' },
  ]);
  assert.deepEqual(allowed('one=10.1.0.0/16, two = fd12::7'), [
    { clientId: 'one', network: '10.1.0.0/16' },
    { clientId: 'two', network: 'fd12::7/128' },
  ]);
  for (const wrong of [
    'intranet',
    '10.0.0.0/33',
    '010.1.1.1',
    '10.1',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/8,x',
    '=10.0.0.1',
    'one=',
    'one=::/0',
  ]) {
    assert.throws(() => allowed(wrong), /WEBHOOK_ALLOWED_NETWORKS must/, wrong);
  }
});

test('a language model needs an address and a name', () => {
  assert.equal(loadConfig({}).languageModel, null);
  const url = 'http://localhost:8000/v1';
  assert.deepEqual(loadConfig({ LANGUAGE_MODEL_URL: url, LANGUAGE_MODEL_NAME: 'small' }).languageModel, {
    url,
    name: 'small',
    key: null,
  });
  assert.throws(() => loadConfig({ LANGUAGE_MODEL_URL: url }), /must be set together/);
  assert.throws(() => loadConfig({ LANGUAGE_MODEL_NAME: 'small' }), /must be set together/);
  assert.throws(() => loadConfig({ LANGUAGE_MODEL_URL: 'localhost', LANGUAGE_MODEL_NAME: 'small' }), /http:/);
});

test('an embeddings server needs an address, a model and the length of its vectors', () => {
  assert.equal(loadConfig({}).embeddings, null);
  const whole = {
    EMBEDDINGS_URL: 'http://gpu.lan:8000/v1',
    EMBEDDINGS_MODEL: 'multilingual-e5-small',
    EMBEDDINGS_DIMENSIONS: '384',
  };
  assert.deepEqual(loadConfig(whole).embeddings, {
    url: 'http://gpu.lan:8000/v1',
    model: 'multilingual-e5-small',
    apiKey: null,
    dimensions: 384,
    timeoutMs: 30_000,
  });
  for (const name of Object.keys(whole)) {
    assert.throws(() => loadConfig({ ...whole, [name]: '' }), /must be set together/, name);
  }
  assert.throws(() => loadConfig({ ...whole, EMBEDDINGS_URL: 'gpu.lan' }), /EMBEDDINGS_URL must be/);
  assert.throws(() => loadConfig({ ...whole, EMBEDDINGS_DIMENSIONS: '4' }), /EMBEDDINGS_DIMENSIONS must be/);
});

test('the model that leads interviews is its own setting: one for CVs is told nothing of candidates', () => {
  const url = 'http://localhost:8000/v1';
  assert.equal(loadConfig({ LANGUAGE_MODEL_URL: url, LANGUAGE_MODEL_NAME: 'small' }).interviewModel, null);
  const own = { INTERVIEW_MODEL_URL: url, INTERVIEW_MODEL_NAME: 'talker' };
  assert.deepEqual(loadConfig(own).interviewModel, { url, name: 'talker', key: null, silenceMs: 6000 });
  assert.throws(() => loadConfig({ INTERVIEW_MODEL_URL: url }), /must be set together/);
  assert.throws(() => loadConfig({ ...own, INTERVIEW_MODEL_URL: 'localhost' }), /http:/);
});

test('a speech server has defaults, and faults are named', () => {
  assert.equal(loadConfig({ TTS_HTTP_VOICE: 'nova' }).ttsHttp, null);
  const { ttsHttp } = loadConfig({ TTS_HTTP_URL: 'http://gpu.lan:8880', TTS_HTTP_LANGUAGES: 'en, ja' });
  assert.deepEqual(ttsHttp, {
    url: 'http://gpu.lan:8880',
    model: 'tts-1',
    apiKey: null,
    voice: 'alloy',
    languages: ['en', 'ja'],
    timeoutMs: 30_000,
  });
  assert.throws(() => loadConfig({ TTS_HTTP_URL: 'gpu.lan' }), /TTS_HTTP_URL must be an address/);
  assert.throws(() => loadConfig({ TTS_HTTP_LANGUAGES: 'xx' }), /TTS_HTTP_LANGUAGES must hold codes/);
});

test('single sign-on takes its settings together, and never in the clear over a network', () => {
  assert.equal(loadConfig({}).oidc, null);
  const whole = {
    OIDC_ISSUER: 'https://id.example/realm/',
    OIDC_CLIENT_ID: 'assay',
    OIDC_CLIENT_SECRET: 'secret',
  };
  assert.deepEqual(loadConfig(whole).oidc, {
    issuer: 'https://id.example/realm/',
    clientId: 'assay',
    clientSecret: 'secret',
    label: 'Single sign-on',
  });
  assert.ok(loadConfig({ ...whole, OIDC_ISSUER: 'http://localhost:9000' }).oidc);
  assert.throws(() => loadConfig({ ...whole, OIDC_ISSUER: 'http://id.example' }), /OIDC_ISSUER must be/);
  assert.throws(() => loadConfig({ OIDC_CLIENT_ID: 'assay' }), /OIDC_ISSUER must be/);
  assert.throws(() => loadConfig({ ...whole, OIDC_CLIENT_SECRET: '' }), /must be set together/);
});

test('the public address is one without a path', () => {
  assert.equal(loadConfig({}).publicUrl, null);
  assert.equal(loadConfig({ PUBLIC_URL: 'https://assay.example/' }).publicUrl, 'https://assay.example');
  for (const wrong of ['assay.example', 'https://assay.example/console', 'ftp://x', 'https://a.example?x']) {
    assert.throws(() => loadConfig({ PUBLIC_URL: wrong }), /PUBLIC_URL must be/, wrong);
  }
});

test('a secret may lie in a file, whose last line end is no part of it', async (t) => {
  const folder = await tempFolder(t);
  const path = join(folder, 'pepper');
  writeFileSync(path, `${'p'.repeat(40)}\n`);
  assert.equal(loadConfig({ KEY_PEPPER_FILE: path }).keyPepper, 'p'.repeat(40));
  for (const name of secretSettings) {
    const known = settingsHelp.some(([setting]) => setting === name);
    assert.ok(known, `${name} is a setting`);
  }
});

test('files of secrets that are missing, empty or given beside the secret are told, all at once', async (t) => {
  const folder = await tempFolder(t);
  const empty = join(folder, 'empty');
  writeFileSync(empty, ' \n');
  assert.throws(
    () =>
      loadConfig({
        PORT: '80a',
        KEY_PEPPER_FILE: join(folder, 'none'),
        METRICS_TOKEN_FILE: empty,
        OIDC_CLIENT_SECRET: 'x',
        OIDC_CLIENT_SECRET_FILE: empty,
        METRICS_TOKEN: undefined,
      }),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /KEY_PEPPER_FILE: ".*none" cannot be read \(there is no such file\)/);
      assert.match(error.message, /METRICS_TOKEN_FILE: the file ".*empty" is empty/);
      assert.match(error.message, /OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE are both set/);
      assert.match(error.message, /PORT must be/);
      return true;
    },
  );
});

test('a password may have a percent sign', () => {
  const { secrets } = loadConfig({ DATABASE_URL: 'postgres://assay:100%25-secret@db/x' });
  assert.deepEqual(secrets, ['postgres://assay:100%25-secret@db/x', '100%25-secret', '100%-secret']);
  assert.ok(loadConfig({ DATABASE_URL: 'postgres://assay:100%-secret@db/x' }).secrets.length > 0);
});

test('every fault of the settings of object storage is said at once', () => {
  const names = [
    'BLOB_STORE must',
    'S3_ENDPOINT must',
    'S3_BUCKET must',
    'S3_PREFIX must',
    'S3_REGION must',
    'S3_FORCE_PATH_STYLE must',
    'ASSAY_BACKUP_TO must',
    'missing: S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY',
  ];
  const given = {
    BLOB_STORE: 's4',
    S3_ENDPOINT: 's3.example/bucket',
    S3_BUCKET: 'No_Bucket',
    S3_PREFIX: '../x',
    S3_REGION: 'a b',
    S3_FORCE_PATH_STYLE: 'yes',
    ASSAY_BACKUP_TO: 's3://backups',
    ASSAY_BACKUP_KEY_FILE: '/key',
  };
  assert.throws(
    () => loadConfig(given),
    ({ faults }: ConfigError) => {
      for (const name of names)
        assert.ok(
          faults.some((fault) => fault.includes(name)),
          `${name}: ${faults}`,
        );
      assert.equal(faults.length, names.length);
      return true;
    },
  );
});

test('files live in a bucket when that is asked for, whole', () => {
  const server = {
    S3_ENDPOINT: 'https://s3.example:9000/',
    S3_BUCKET: 'recordings',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  assert.deepEqual(loadConfig({}).blobs, { kind: 'fs' });
  assert.equal(loadConfig({}).s3, null);
  const { blobs, s3 } = loadConfig({ ...server, BLOB_STORE: 's3' });
  assert.deepEqual(blobs, { kind: 's3', bucket: 'recordings', prefix: 'assay' });
  assert.equal(s3?.endpoint, 'https://s3.example:9000');
  assert.equal(s3?.forcePathStyle, true);
  // To move files first.
  assert.deepEqual(loadConfig({ ...server, S3_PREFIX: '/a/b/' }).bucket, {
    bucket: 'recordings',
    prefix: 'a/b',
  });
  assert.throws(
    () => loadConfig({ BLOB_STORE: 's3' }),
    /missing: S3_ENDPOINT(.|\n)*BLOB_STORE=s3 needs S3_BUCKET/,
  );
});
