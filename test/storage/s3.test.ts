import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { isBucketAway, outageErrorOf } from '#server/outages.ts';
import { createS3BlobStore } from '#server/storage/s3/blob-store.ts';
import { openBucket } from '#server/storage/s3/bucket.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { startS3Server } from '../../testkit/s3-server/server.ts';

async function openStore(
  t: TestContext,
  options: Parameters<typeof startS3Server>[0] & { secretAccessKey?: string; other?: string } = {},
) {
  const server = await startS3Server(options);
  const bucket = openBucket(
    {
      endpoint: server.endpoint,
      region: 'us-east-1',
      accessKeyId: server.accessKeyId,
      secretAccessKey: options.secretAccessKey ?? server.secretAccessKey,
      forcePathStyle: true,
    },
    { bucket: options.other ?? server.bucket, prefix: 'assay' },
  );
  t.after(() => {
    bucket.client.destroy();
    return server.stop();
  });
  const lentFolder = join(await tempFolder(t), 'lent');
  return { server, bucket, lentFolder, blobs: createS3BlobStore({ bucket, lentFolder }) };
}

const part = 5 * 1024 * 1024;

test('a server that fails, says slow down or cuts connections now and then is asked again', async (t) => {
  const { server, blobs } = await openStore(t);
  let requests = 0;
  // Each request meets a fault once, then is carried out.
  const faults = [
    { status: 500, code: 'InternalError' },
    { status: 503, code: 'SlowDown' },
    'lost answer',
  ] as const;
  server.failWhen(() => {
    requests++;
    return requests % 2 === 1 ? faults[((requests - 1) / 2) % 3] : undefined;
  });
  const bytes = randomBytes(2 * part + 7);
  await blobs.put('speech/a/upload', Readable.from([bytes]));
  assert.ok((await blobs.read('speech/a/upload'))!.equals(bytes));
  await blobs.delete('speech/a');
  server.failWhen();
  assert.equal(await blobs.open('speech/a/upload'), undefined);
});

test('a reading that is cut off goes on where it ended', async (t) => {
  const { server, blobs } = await openStore(t);
  const bytes = randomBytes(1_000_000);
  await blobs.put('speech/a/upload', Readable.from([bytes]));
  const ranges: string[] = [];
  server.failWhen(({ method, headers }) => {
    if (method !== 'GET') return undefined;
    ranges.push(String(headers.range));
    return { cutAfterBytes: 300_000 };
  });
  const opened = (await blobs.open('speech/a/upload'))!;
  const read = Buffer.concat(await opened.stream({ start: 100, end: 899_999 }).toArray());
  assert.ok(read.equals(bytes.subarray(100, 900_000)));
  assert.equal(ranges[0], 'bytes=100-899999');
  assert.ok(ranges.length >= 3, String(ranges));
});

test('a reading that gains nothing ends with words about the bucket', async (t) => {
  const { server, blobs } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['0123456789']));
  const opened = (await blobs.open('speech/a/upload'))!;
  let reads = 0;
  server.failWhen(() => {
    reads++;
    return { cutAfterBytes: 0 };
  });
  await assert.rejects(opened.stream().toArray(), { code: 'BUCKET_AWAY' });
  assert.ok(reads <= 5 * 4, `${reads} requests`);
});

test('what was replaced while it was read is not put together with what came before', async (t) => {
  const { blobs } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['first']));
  const opened = (await blobs.open('speech/a/upload'))!;
  await blobs.put('speech/a/upload', Readable.from(['other']));
  await assert.rejects(opened.stream().toArray(), { code: 'BUCKET_FAULT' });
});

test('a bucket that is away is an outage, not a missing file, in plain words', async (t) => {
  const { server, blobs } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['x']));
  await server.goAway();
  const away = { code: 'BUCKET_AWAY', message: /does not answer as it should at present \(ECONNREFUSED\)/ };
  await assert.rejects(blobs.open('speech/a/upload'), away);
  await assert.rejects(blobs.put('speech/b/upload', Readable.from(['x'])), away);
  await assert.rejects(blobs.delete('speech/a'), away);
  await assert.rejects(blobs.list('speech', { limit: 1 }), away);
  const error = await blobs.read('speech/a/upload').catch((caught) => caught);
  assert.ok(isBucketAway(new Error('in a step', { cause: error })));
  assert.equal(outageErrorOf(error)?.code, 'SERVICE_UNAVAILABLE');
  assert.match(outageErrorOf(error)!.message, /object storage/);
  const check = await blobs.check();
  assert.equal(check.ok, false);
  assert.match(check.detail, /^The bucket recordings at http:.*does not answer/);
  await server.comeBack();
  assert.equal((await blobs.check()).ok, true);
  assert.equal(String(await blobs.read('speech/a/upload')), 'x');
});

test('a check does not wait for a server that says nothing', async (t) => {
  const { server, blobs } = await openStore(t);
  server.failWhen(() => 'silence');
  const { ok, detail } = await blobs.check();
  assert.equal(ok, false);
  assert.match(detail, /does not answer/);
});

for (const [title, options, message] of [
  ['a wrong secret', { secretAccessKey: 'wrong' }, /SignatureDoesNotMatch.*S3_SECRET_ACCESS_KEY/],
  ['a bucket that is not there', { other: 'nobodys' }, /no such bucket.*S3_BUCKET/],
] as const) {
  test(`${title} is said so, and no file is taken for missing`, async (t) => {
    const { blobs } = await openStore(t, options);
    const { ok, detail, isRefused } = await blobs.check();
    assert.deepEqual([ok, isRefused], [false, true]);
    assert.match(detail, message);
    await assert.rejects(blobs.open('speech/a/upload'), { code: 'BUCKET_REFUSED' });
    await assert.rejects(blobs.list('speech', { limit: 1 }), { code: 'BUCKET_REFUSED' });
    await assert.rejects(blobs.put('speech/a/upload', Readable.from(['x'])), { code: 'BUCKET_REFUSED' });
  });
}

test('a full bucket is said so, and the stream is freed', async (t) => {
  const { server, blobs } = await openStore(t);
  server.failWhen(({ query }) =>
    query.get('partNumber') === '2' ? { status: 403, code: 'QuotaExceeded' } : undefined,
  );
  const content = Readable.from([Buffer.alloc(part), Buffer.alloc(part), Buffer.alloc(part), 'end']);
  await assert.rejects(blobs.put('speech/a/upload', content), { code: 'BUCKET_FULL' });
  assert.ok(content.destroyed);
  assert.equal(server.objects.unfinished.size, 0);
  assert.deepEqual(server.objects.keys(''), []);
});

test('in a bucket that keeps versions deletion leaves no version, of what was replaced or hidden either', async (t) => {
  const { server, blobs } = await openStore(t, { isVersioned: true, mostPerPage: 2 });
  for (const text of ['one', 'two', 'three']) {
    await blobs.put('speech/a/upload', Readable.from([text]));
    await blobs.put('speech/a/cut.mp3', Readable.from([text]));
  }
  await blobs.put('speech/ab/upload', Readable.from(['stays']));
  // As a lifecycle rule of the bucket, or a plain deletion, would.
  server.objects.delete('assay/speech/a/cut.mp3', null);
  await blobs.delete('speech/a');
  assert.deepEqual(
    server.objects.versions('').map(({ key }) => key),
    ['assay/speech/ab/upload'],
  );
});

test('a deletion that met a fault is not done, and is when it is tried again', async (t) => {
  const { server, blobs } = await openStore(t);
  await blobs.put('speech/a/upload', Readable.from(['x']));
  server.failWhen(({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : undefined));
  await assert.rejects(blobs.delete('speech/a'), { code: 'BUCKET_REFUSED', message: /AccessDenied/ });
  server.failWhen();
  await blobs.delete('speech/a');
  assert.deepEqual(server.objects.keys(''), []);
});

test('what killed processes left is removed once it is old enough: uploads in parts, lent copies', async (t) => {
  const { server, bucket, lentFolder, blobs } = await openStore(t);
  await bucket.client.send(
    new CreateMultipartUploadCommand({ Bucket: server.bucket, Key: 'assay/speech/a/upload' }),
  );
  await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: server.bucket, Key: 'others/upload' }));
  await blobs.put('speech/a/upload', Readable.from(['x']));
  await blobs.withLocalFile('speech/a/upload', async () => {
    await writeFile(join(lentFolder, 'left'), 'half');
    assert.equal(await blobs.removeUnfinished(60_000), 0);
    const old = new Date(Date.now() - 120_000);
    await utimes(join(lentFolder, 'left'), old, old);
    assert.equal(await blobs.removeUnfinished(60_000), 1);
    assert.equal((await readdir(lentFolder)).length, 1, 'what is lent stays');
  });
  assert.deepEqual(await readdir(lentFolder), []);
  assert.equal(await blobs.removeUnfinished(0), 1);
  assert.deepEqual(
    [...server.objects.unfinished.values()].map(({ key }) => key),
    ['others/upload'],
  );
});

test('nothing but the endpoint is told to the client: settings of other programs mean nothing to it', async (t) => {
  const { server, blobs } = await openStore(t);
  const others = {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9/',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9/',
    AWS_REGION: 'eu-west-9',
    AWS_ACCESS_KEY_ID: 'other',
    AWS_SECRET_ACCESS_KEY: 'other',
    AWS_PROFILE: 'nobody',
    AWS_S3_USE_ARN_REGION: 'true',
    HTTP_PROXY: 'http://127.0.0.1:9/',
  };
  const before = { ...process.env };
  Object.assign(process.env, others);
  t.after(() => {
    for (const name of Object.keys(others)) delete process.env[name];
    Object.assign(process.env, before);
  });
  await blobs.put('speech/a/upload', Readable.from(['x']));
  assert.equal(String(await blobs.read('speech/a/upload')), 'x');
  assert.ok(server.requests.length >= 3);
});
