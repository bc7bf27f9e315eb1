import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { openDatabase } from '#server/db/open-database.ts';
import type { OpenapiDocument } from '#server/http/openapi/complete.ts';
import { freePort } from '../../testkit/postgres.ts';
import { processFacts } from '../../testkit/processes.ts';
import { seededRandom } from '../../testkit/random.ts';
import { startServer } from '../../testkit/server-process.ts';
import { silentWav } from '../../testkit/silent-wav.ts';
import { makeCustomers, nothingSent } from '../machines/customers.ts';
import { makeDatabaseServer } from '../machines/database-server.ts';
import { allEnded, keyPepper } from '../machines/installation.ts';
import { judge } from '../machines/verdict.ts';
import { createTally } from './odd/answers.ts';
import { oddBytes } from './odd/bytes.ts';
import { pick } from './odd/chance.ts';
import { oddMedia, oddPdfs, wholeRecordings } from './odd/corpora.ts';
import { readBack } from './odd/read-back.ts';
import { fileFor, fileRequest, oddRequest, operationsOf } from './odd/requests.ts';
import { sendRaw } from './odd/wire.ts';

/**
 * `assay bench odd-inputs`: a real server gets requests that are odd in every part, damaged recordings and damaged PDFs. Afterwards every accepted run
 * has to have ended, the credits have to be right, no process may have died, every answer has to be one, and another client sees nothing. Ends with 1
 * when something of it is not so.
 */
const options = new Command('assay bench odd-inputs')
  .description('damaged media, PDFs, JSON, forms and headers: answers 500, deaths, wrong accounts')
  .option('--requests <count>', 'of every operation, odd in address, headers, framing or body', '7000')
  .option('--media <count>', 'damaged recordings', '1500')
  .option('--pdfs <count>', 'damaged PDFs', '1500')
  .option('--seed <number>', 'of everything', '1')
  .option('--database <kind>', 'sqlite or postgres', 'sqlite')
  .option('--data <folder>', 'with media/ and pdf/', resolve(import.meta.dirname, '../../../shared/data'))
  .option('--at-once <count>', 'requests', '6')
  .parse()
  .opts<Record<'requests' | 'media' | 'pdfs' | 'seed' | 'database' | 'data' | 'atOnce', string>>();

const seed = Number(options.seed);
const folder = mkdtempSync(join(tmpdir(), 'assay-odd-inputs-'));
await chmod(folder, 0o711);
const dataDir = join(folder, 'data');
await mkdir(dataDir, { mode: 0o700 });
const postgres =
  options.database === 'postgres'
    ? await makeDatabaseServer({ folder, address: '127.0.0.1', port: await freePort() })
    : undefined;
await postgres?.start();
const databaseUrl = postgres?.url ?? null;
const faults = new Map<string, { count: number; example: string }>();
const server = await startServer({
  mainPath: resolve(import.meta.dirname, '../../server/main.ts'),
  startWithinMs: 900_000,
  env: {
    ...{
      DATA_DIR: dataDir,
      KEY_PEPPER: keyPepper,
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  },
  onLog: noteFaults,
});
const db = await openDatabase({ dataDir, databaseUrl });
const port = Number(new URL(server.url).port);
let sentCount = 0;
const answers = createTally();

/** What the server itself calls an error. */
function noteFaults(chunk: string): void {
  for (const line of chunk.split('\n')) {
    const [level] = /"level":(?:[5-9]\d|"(?:error|fatal)")/.exec(line) ?? [];
    if (!level) continue;
    const what = `${/"msg":"([^"]*)/.exec(line)?.[1]}: ${/"message":"([^"]{0,200})/.exec(line)?.[1] ?? ''}`;
    const known = faults.get(what) ?? { count: 0, example: line.slice(0, 1500) };
    faults.set(what, { ...known, count: known.count + 1 });
  }
}

/** One at a time for each of `atOnce`; the same seed makes the same requests, but for the ids that the server gave. */
async function each(name: string, count: number, atOnce: number, one: (index: number) => Promise<void>) {
  const beganMs = performance.now();
  let next = 0;
  const work = async () => {
    while (next < count && !interrupted) {
      await one(next++);
      sentCount++;
      if (sentCount % 500 === 0) console.log(`${name}: ${sentCount} sent, ${answers.summary()}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log(`${name}: ${next} in ${((performance.now() - beganMs) / 1000).toFixed(0)} s`);
}
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
  });
}

try {
  await untilReady();
  const before = await server.children();
  const [rich, poor, other] = await makeCustomers(db, { count: 3, credits: 1_000_000, keyPepper });
  await db.updateTable('clients').set({ credit_balance: 40 }).where('id', '=', poor!.id).execute();
  const customers = [rich!, { ...poor!, credits: 40 }];
  const media = oddMedia(options.data);
  const recordings = Number(options.media) > 0 ? await wholeRecordings() : [silentWav(185)];
  const { files: pdfs, hostile } = oddPdfs(options.data);
  console.log(
    `${options.database}, seed ${seed}: ${recordings.length + media.length} media, ${pdfs.length} PDFs to change`,
  );
  const description = (await (
    await fetch(`${server.url}/api/v1/openapi.json`)
  ).json()) as unknown as OpenapiDocument;
  const small = seededRandom(seed);
  const operations = operationsOf(description, (path) =>
    fileFor(small, path, path.includes('speech') ? recordings[0]! : pdfs.at(-1)!),
  );
  const randomOf = (kind: number, index: number) => seededRandom(seed * 1_000_003 + kind * 500_009 + index);
  const changing = operations.filter(({ method }) => method !== 'GET');

  await each('requests', Number(options.requests), Number(options.atOnce), async (index) => {
    const random = randomOf(1, index);
    const operation = pick(random, random() < 0.65 ? changing : operations);
    const { apiKey } = pick(random, [...customers, rich!, rich!]);
    const odd = oddRequest(random, operation, { apiKey, ids: answers.ids() });
    answers.note(
      `${operation.method} ${operation.path} #${index}: ${odd.kind}`,
      odd.outgoing,
      await sendRaw(port, odd.outgoing, random),
    );
  });

  /** Until it is taken or refused for what it is: an answer "come again later" is a good one. */
  const submit = async (
    kind: string,
    index: number,
    bytes: Buffer,
    path: string,
    fields: Record<string, string>,
  ) => {
    const random = randomOf(2, index);
    const operation = operations.find((one) => one.path.endsWith(path) && one.form)!;
    const { apiKey } = rich!;
    for (let attempt = 0; attempt < 60; attempt++) {
      const outgoing = fileRequest(operation, { apiKey, fields, file: fileFor(random, path, bytes) });
      const answer = await sendRaw(port, outgoing, random);
      answers.note(`${path} #${index}: ${kind}`, outgoing, answer);
      if (answer.status !== 503) return;
      await delay(1000 * Number(answer.headers.get('retry-after') ?? 1));
    }
  };
  await each('media', Number(options.media), 3, (index) => {
    const random = randomOf(3, index);
    const { kind, bytes } = oddBytes(random, random() < 0.4 ? recordings : media);
    return submit(
      kind,
      index,
      bytes,
      'speech/analyze',
      random() < 0.3 ? { language: pick(random, ['de', 'en', 'zh']) } : {},
    );
  });
  const job = {
    position_id: 'odd-inputs',
    job_description: 'Accountant for a small team.',
    config: '{"requirements":{"skills":{"hard_skills":[{"name":"SQL","importance":3}]}}}',
  };
  await each('PDFs', Number(options.pdfs), 3, (index) => {
    const random = randomOf(4, index);
    const made =
      index < hostile.length ? { kind: 'hostile', bytes: hostile[index]!() } : oddBytes(random, pdfs);
    return submit(made.kind, index, made.bytes, 'cvdeepmatch/submit', job);
  });

  console.log('Until every run has ended …');
  // What has not ended is told as lost.
  await allEnded(db, interrupted ? 600_000 : 3_600_000).catch((error: Error) => console.log(error.message));
  const back = await readBack({
    port,
    keys: { own: rich!.apiKey, other: other!.apiKey },
    ids: answers.created(),
    operations,
  });
  const sent = { ...nothingSent(), accepted: answers.runs() };
  const verdict = await judge(db, { customers, sent });
  const waiting = await db
    .selectFrom('runs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('status', '=', 'queued')
    .where('service_type', '=', 'interview')
    .executeTakeFirstOrThrow();
  // An interview that has not begun waits for its candidate.
  const lost = verdict.lost - Number(waiting.count);
  const after = await server.children();
  const died = Object.entries(before).filter(([role, pid]) => after[role as keyof typeof after] !== pid);
  const facts = await Promise.all(Object.values(after).map((pid) => processFacts(pid)));

  console.log(`\n${sentCount} odd inputs; ${answers.summary()}`);
  console.log(answers.slowest());
  console.log(`runs ${verdict.runs}: ${JSON.stringify(verdict.ended)}`);
  for (const [what, { count, example }] of faults) console.log(`log, ${count} times: ${what}\n  ${example}`);
  for (const line of [...answers.faults(), ...back.faults]) console.log(line);
  const { chargedTwice, chargedWrongly, balancesWrong, held } = verdict;
  const counts = {
    ...{ 'answers that should not be': answers.faults().length, 'read back wrongly': back.faults.length },
    ...{ 'processes died': died.length, lost, chargedTwice, chargedWrongly, balancesWrong, held },
  };
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  );
  console.log(
    `read back: ${back.read}; most memory: ${facts.map((one) => `${/--role (\w+)/.exec(one?.command ?? '')?.[1]} ${Math.round((one?.peakResidentBytes ?? 0) / 1024 ** 2)} MB`).join(', ')}`,
  );
  process.exitCode = Object.values(counts).every((count) => count === 0) ? 0 : 1;
} finally {
  await db.destroy();
  await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function untilReady(): Promise<void> {
  for (let tries = 0; tries < 1500; tries++, await delay(200)) {
    const health = (await (await fetch(`${server.url}/api/v1/health`)).json()) as {
      checks?: Record<string, { status: string }>;
    };
    if (health.checks?.worker?.status === 'healthy') return;
  }
  throw new Error(`No worker became ready.\n${server.log()}`);
}
