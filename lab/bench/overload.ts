import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { openDatabase } from '#server/db/open-database.ts';
import { sampleRecording } from '../../testkit/sample-recording.ts';
import { startServer } from '../../testkit/server-process.ts';
import { silentWav } from '../../testkit/silent-wav.ts';
import { type Customer, makeCustomers, nothingSent } from '../machines/customers.ts';
import { allEnded, keyPepper } from '../machines/installation.ts';
import { judge } from '../machines/verdict.ts';
import { formOf } from './odd/forms.ts';

/**
 * `assay bench overload`: more recordings than the server can take, while others poll. What is refused has to be told when to come again, and no request
 * may stay without an answer. Ends with 1 when one does, or when a run is lost or charged wrongly.
 */
const options = new Command('assay bench overload')
  .description('polls and refusals while more recordings come in than fit')
  .option('--pollers <count>', 'each with one run at a time', '50')
  .option('--submitters <count>', 'each sends again as soon as it is answered', '20')
  .option('--minutes <count>', 'how long', '3')
  .parse()
  .opts<Record<'pollers' | 'submitters' | 'minutes', string>>();

interface Answer {
  /** 0: none came. */
  status: number;
  retryAfter: string | undefined;
  body: string;
  tookMs: number;
  fault?: string;
}

const folder = await mkdtemp(join(tmpdir(), 'assay-overload-'));
const dataDir = join(folder, 'data');
const server = await startServer({
  mainPath: resolve(import.meta.dirname, '../../server/main.ts'),
  startWithinMs: 900_000,
  env: { DATA_DIR: dataDir, KEY_PEPPER: keyPepper, LOG_LEVEL: 'error' },
});
const db = await openDatabase({ dataDir, databaseUrl: null });
const kept = new Agent({ keepAlive: true });

function ask(path: string, { apiKey }: Customer, form?: ReturnType<typeof formOf>): Promise<Answer> {
  const sentMs = performance.now();
  return new Promise((done) => {
    const end = (answer: Omit<Answer, 'tookMs'>) => done({ ...answer, tookMs: performance.now() - sentMs });
    const none = (fault: string) => end({ status: 0, retryAfter: undefined, body: '', fault });
    const outgoing = request(`${server.url}${path}`, {
      method: form ? 'POST' : 'GET',
      ...(form ? {} : { agent: kept }),
      headers: {
        'x-api-key': apiKey,
        ...(form && { 'content-type': form.contentType, 'content-length': form.body.length }),
      },
      // Longer than most clients wait.
      timeout: 60_000,
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within a minute')));
    outgoing.on('error', (error) => none(error.message));
    outgoing.on('response', async (incoming) => {
      let body = '';
      try {
        for await (const chunk of incoming) body += chunk;
        end({ status: incoming.statusCode!, retryAfter: incoming.headers['retry-after'], body });
      } catch (error) {
        none(String(error));
      }
    });
    outgoing.end(form?.body);
  });
}

const percentile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN);

function told(name: string, answers: readonly Answer[]): string {
  const times = answers.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const byStatus = new Map<number, number>();
  for (const { status } of answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const statuses = [...byStatus].map(([status, count]) => `${count} × ${status || 'none'}`).join(', ');
  return `${name}: ${answers.length}, p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, slowest ${percentile(times, 1)} ms; ${statuses}`;
}

try {
  for (let isReady = false; !isReady; await delay(200)) {
    const health = (await (await fetch(`${server.url}/api/v1/health`)).json()) as {
      checks?: Record<string, { status: string }>;
    };
    isReady = health.checks?.worker?.status === 'healthy';
  }
  const customers = await makeCustomers(db, { count: 4, credits: 1_000_000, keyPepper });
  // One in five has speech, so that what is accepted ends within minutes.
  const silent = silentWav(185);
  const recordings = [await sampleRecording({ speechSeconds: 12 }), silent, silent, silent, silent];
  const accepted: { id: string; customer: Customer }[] = [];
  const submissions: Answer[] = [];
  const polls: Answer[] = [];
  const untilMs = performance.now() + Number(options.minutes) * 60_000;
  const isOn = () => performance.now() < untilMs;
  const each = (count: string, one: (index: number) => Promise<void>) =>
    Promise.all(Array.from({ length: Number(count) }, (_, index) => one(index)));

  await Promise.all([
    each(options.submitters, async (index) => {
      for (let turn = index; isOn(); turn++) {
        const customer = customers[turn % customers.length]!;
        const file = {
          field: 'audio',
          fileName: 'a',
          type: 'audio/mpeg',
          bytes: recordings[turn % recordings.length]!,
        };
        const answer = await ask('/api/v1/speech/analyze', customer, formOf({}, file));
        submissions.push(answer);
        if (answer.status === 202)
          accepted.push({ id: (JSON.parse(answer.body) as { id: string }).id, customer });
        // A client without patience: a tenth of what it was told.
        else await delay(100 * Number(answer.retryAfter ?? 1));
      }
    }),
    each(options.pollers, async (index) => {
      for (let turn = index; isOn(); turn++, await delay(200)) {
        const run = accepted[turn % accepted.length];
        if (run) polls.push(await ask(`/api/v1/speech/analyze/${run.id}`, run.customer));
      }
    }),
  ]);
  console.log(told('submissions', submissions));
  console.log(told('polls', polls));
  const shed = submissions.filter(({ status }) => status === 503);
  const untold = [...submissions, ...polls].filter(({ status, retryAfter }) => status === 503 && !retryAfter);
  const cut = [...submissions, ...polls].filter(({ status }) => status === 0);
  const wrong = [...submissions, ...polls].filter(({ status }) => ![0, 200, 202, 429, 503].includes(status));
  console.log(
    `refused with 503: ${shed.length} of ${submissions.length} (${((100 * shed.length) / submissions.length).toFixed(0)} %), without Retry-After ${untold.length}; without an answer ${cut.length}; other answers ${wrong.length}`,
  );
  for (const { fault } of cut.slice(0, 5)) console.log(fault);
  for (const { status, body } of wrong.slice(0, 5)) console.log(`${status} ${body.slice(0, 300)}`);
  await allEnded(db, 3_600_000);
  const sent = { ...nothingSent(), accepted: new Set(accepted.map(({ id }) => id)) };
  const { runs, ended, lost, chargedTwice, chargedWrongly, balancesWrong, held } = await judge(db, {
    customers,
    sent,
  });
  console.log(
    `${runs} runs: ${JSON.stringify(ended)}; lost ${lost}, charged twice ${chargedTwice}, wrongly ${chargedWrongly}, balances wrong ${balancesWrong}, holds left ${held}`,
  );
  const faults =
    untold.length + cut.length + wrong.length + lost + chargedTwice + chargedWrongly + balancesWrong + held;
  process.exitCode = faults === 0 ? 0 : 1;
} finally {
  await db.destroy();
  await server.stop();
  kept.destroy();
  await rm(folder, { recursive: true, force: true });
}
