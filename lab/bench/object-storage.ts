import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { createFsBlobStore } from '../../server/storage/fs.ts';
import type { BlobStore } from '../../server/storage/port.ts';
import { createS3BlobStore } from '../../server/storage/s3/blob-store.ts';
import { openBucket } from '../../server/storage/s3/bucket.ts';

/**
 * The store of files as a folder and as a bucket, in turns within one run, so that whatever else the machine does is the same for both:
 * medians of MB/s for storing, reading whole, lending to a program, and of milliseconds for a range as players ask for it. The bucket is that
 * of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, else the stand-in of the tests, in a process of its own.
 */
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '15' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
});
const bytes = Number(values.mb) * 1_000_000;
const rounds = Number(values.rounds);
const RANGE_BYTES = 256 * 1024;
const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env;

async function standIn() {
  const serverPath = resolve(import.meta.dirname, '../../testkit/s3-server/server.ts');
  const script = `const { startS3Server } = await import(${JSON.stringify(serverPath)});
    console.log(JSON.stringify((await startS3Server()).env));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { env: JSON.parse(String(line)) as Record<string, string>, stop: () => child.kill() };
}

const own = S3_ENDPOINT ? null : await standIn();
const env = own?.env ?? { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
const folder = await mkdtemp(join(resolve(values.folder), 'assay-object-storage-bench-'));
const bucket = openBucket(
  {
    endpoint: env.S3_ENDPOINT!,
    region: process.env.S3_REGION ?? 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
    forcePathStyle: process.env.S3_FORCE_PATH_STYLE !== '0',
  },
  { bucket: env.S3_BUCKET!, prefix: `bench-${randomBytes(4).toString('hex')}` },
);
const stores: Record<'folder' | 'bucket', BlobStore> = {
  folder: createFsBlobStore({ root: join(folder, 'blobs') }),
  bucket: createS3BlobStore({ bucket, lentFolder: join(folder, 'lent') }),
};

const content = randomBytes(bytes);
function* pieces() {
  for (let at = 0; at < bytes; at += 65_536) yield content.subarray(at, at + 65_536);
}
const drain = async (stream: Readable) => {
  let read = 0;
  for await (const chunk of stream) read += (chunk as Buffer).length;
  return read;
};
const work = {
  put: (blobs: BlobStore) => blobs.put('speech/bench/upload', Readable.from(pieces())),
  read: async (blobs: BlobStore) => drain((await blobs.open('speech/bench/upload'))!.stream()),
  lend: (blobs: BlobStore) => blobs.withLocalFile('speech/bench/upload', async (path) => path),
  range: async (blobs: BlobStore) => {
    const start = Math.floor(Math.random() * Math.max(1, bytes - RANGE_BYTES));
    const end = Math.min(bytes, start + RANGE_BYTES) - 1;
    return drain((await blobs.open('speech/bench/upload'))!.stream({ start, end }));
  },
};
const took: Record<string, number[]> = Object.fromEntries(
  Object.keys(work).flatMap((what) => Object.keys(stores).map((kind) => [`${what} ${kind}`, []])),
);
try {
  for (let round = 0; round <= rounds; round++) {
    for (const [what, run] of Object.entries(work)) {
      for (const [kind, blobs] of Object.entries(stores)) {
        const from = performance.now();
        await run(blobs);
        // The first round warms up.
        if (round > 0) took[`${what} ${kind}`]!.push(performance.now() - from);
      }
    }
  }
  await stores.bucket.delete('speech/bench');
} finally {
  bucket.client.destroy();
  own?.stop();
  await rm(folder, { recursive: true, force: true });
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
const results = Object.keys(work).map((what) => {
  const [folderMs, bucketMs] = [median(took[`${what} folder`]!), median(took[`${what} bucket`]!)];
  return { what, folderMs, bucketMs, ratio: bucketMs / folderMs };
});
if (values.json) console.log(JSON.stringify({ bytes, rounds, results }));
else {
  console.log(`${values.mb} MB, medians of ${rounds}; ${own ? 'stand-in on this machine' : env.S3_ENDPOINT}`);
  for (const { what, folderMs, bucketMs, ratio } of results) {
    const speed = (ms: number) => (what === 'range' ? '' : ` (${Math.round(bytes / 1000 / ms)} MB/s)`);
    console.log(
      `${what.padEnd(6)} folder ${folderMs.toFixed(1)} ms${speed(folderMs)}, bucket ${bucketMs.toFixed(1)} ms${speed(bucketMs)}, ratio ${ratio.toFixed(1)}`,
    );
  }
}
