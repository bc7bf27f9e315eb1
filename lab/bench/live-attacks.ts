import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Command } from 'commander';
import { WebSocket } from 'ws';
import { openDatabase } from '#server/db/open-database.ts';
import { deviceCookie, livePath } from '#server/live/protocol.ts';
import { newDevice } from '../../testkit/interview/page-client.ts';
import { seededRandom } from '../../testkit/random.ts';
import { startServer } from '../../testkit/server-process.ts';
import { makeCustomers } from '../machines/customers.ts';
import { keyPepper } from '../machines/installation.ts';
import { type Random, upTo } from './odd/chance.ts';
import { oddMessage } from './odd/live-messages.ts';

/**
 * `assay bench live-attacks`: a real server holds one interview with a page that hums, while others send odd offers, JSON, frames and
 * messages out of order over links of their own. Ends with 1 when a process died, something was logged as an error, the interview was
 * disturbed, or what the attackers were told is no message of the protocol.
 */
const options = new Command('assay bench live-attacks')
  .description('hostile offers and messages of candidates beside an interview: deaths, gaps in its recording')
  .option('--messages <count>', 'odd ones', '10000')
  .option('--seed <number>', 'of everything', '1')
  .option('--at-once <count>', 'attackers', '6')
  .parse()
  .opts<Record<'messages' | 'seed' | 'atOnce', string>>();

const most = Number(options.messages);
/** Of one connection, so that what it may send in a second is never spent. */
const perConnection = 12;
const sampleRateHz = 16_000;

const folder = mkdtempSync(join(tmpdir(), 'assay-live-attacks-'));
const dataDir = join(folder, 'data');
await mkdir(dataDir, { mode: 0o700 });
const errors = new Map<string, number>();
const server = await startServer({
  mainPath: resolve(import.meta.dirname, '../../server/main.ts'),
  startWithinMs: 900_000,
  env: { DATA_DIR: dataDir, KEY_PEPPER: keyPepper, LOG_LEVEL: 'info' },
  onLog: noteErrors,
});
const db = await openDatabase({ dataDir, databaseUrl: null });
const sent = new Map<string, number>();
const closes = new Map<number, number>();
const odd: string[] = [];
let count = 0;

function noteErrors(chunk: string): void {
  for (const line of chunk.split('\n')) {
    if (!/"level":(?:[5-9]\d|"(?:error|fatal)")/.test(line)) continue;
    const what = `${/"msg":"([^"]*)/.exec(line)?.[1]}: ${/"message":"([^"]{0,160})/.exec(line)?.[1] ?? ''}`;
    errors.set(what, (errors.get(what) ?? 0) + 1);
  }
}

const caller = (apiKey: string) => async (path: string, body?: object) => {
  const response = await fetch(`${server.url}/api/v1/interview${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
type Call = ReturnType<typeof caller>;

async function invite(call: Call, personaId: string): Promise<{ id: string; token: string }> {
  for (;;) {
    const { status, body } = await call(`/personas/${personaId}/sessions`, { consent_mode: 'none' });
    if (status === 201) return { id: String(body.id), token: String(body.candidate_link).split('#t=')[1]! };
    if (status !== 503) throw new Error(JSON.stringify(body));
    await delay(1000);
  }
}

/** One after the other over one link, begun most of the time: messages, closing, coming again; a new link when it is over. */
async function attack(random: Random, next: () => Promise<{ token: string }>): Promise<void> {
  let link = { ...(await next()), device: newDevice() };
  while (count < most) {
    const socket = new WebSocket(new URL(livePath, server.url.replace(/^http/, 'ws')), {
      headers: { cookie: `${deviceCookie}=${link.device}`, origin: server.url },
    });
    const closed = new Promise<number>((done) => socket.once('close', done));
    let isOver = false;
    socket.on('error', () => undefined);
    socket.on('message', (data, isBinary) => {
      if (isBinary) return;
      const { type, code } = JSON.parse(String(data)) as { type: string; code?: string };
      isOver ||= type === 'ended' || code === 'LINK_USED';
    });
    await new Promise<void>((done) => {
      socket.once('open', done);
      socket.once('close', done);
    });
    const send = (data: string | Buffer) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    };
    // Some say nothing of themselves first, and some begin nothing.
    if (random() < 0.95) send(JSON.stringify({ type: 'hello', token: link.token }));
    if (random() < 0.85) send(JSON.stringify({ type: 'begin', typed: true }));
    await delay(60);
    for (let left = perConnection; left > 0 && socket.readyState === WebSocket.OPEN && count < most; left--) {
      const message = oddMessage(random, link.token);
      sent.set(message.kind, (sent.get(message.kind) ?? 0) + 1);
      count++;
      send(message.data);
      await delay(upTo(random, 15));
    }
    if (random() < 0.05) garbage(random);
    setTimeout(() => (random() < 0.5 ? socket.close() : socket.terminate()), 200);
    const code = await closed;
    closes.set(code, (closes.get(code) ?? 0) + 1);
    if (isOver) link = { ...(await next()), device: newDevice() };
  }
}

/** Bytes that are no WebSocket's, behind a handshake that is one's. */
function garbage(random: Random): void {
  const { hostname, port, host } = new URL(server.url);
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `GET ${livePath} HTTP/1.1\r\nhost: ${host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16, 1).toString('base64')}\r\n\r\n`,
    );
    socket.write(Buffer.from(Array.from({ length: 200 }, () => upTo(random, 256))));
  });
  socket.on('error', () => undefined);
  socket.resume();
  setTimeout(() => socket.destroy(), 500);
}

/** Longest time in which nothing of the hum was recorded, ms. */
function longestGapMs(wav: Buffer): number {
  const window = sampleRateHz / 100;
  let [run, longest] = [0, 0];
  const frames = (wav.length - 44) / 4;
  for (let from = 3 * sampleRateHz; from + window < frames - 3 * sampleRateHz; from += window) {
    let loudest = 0;
    for (let at = from; at < from + window; at++) {
      loudest = Math.max(loudest, Math.abs(wav.readInt16LE(44 + 4 * at)));
    }
    run = loudest < 500 ? run + 10 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

try {
  const [own, other] = await makeCustomers(db, { count: 2, credits: 1_000_000, keyPepper });
  await db.updateTable('clients').set({ max_concurrent_runs: 40 }).where('id', '=', other!.id).execute();
  const [call, attackersCall] = [caller(own!.apiKey), caller(other!.apiKey)];
  const [persona, attackersPersona] = await Promise.all(
    [call, attackersCall].map((one) => one('/personas', { role_name: 'Baker', language: 'en' })),
  );
  const healthy = await invite(call, String(persona!.body.id));
  // In a thread of its own: what the attackers' messages cost to make is no gap of the interview's.
  const humming = new Worker(new URL('./odd/humming.ts', import.meta.url), {
    workerData: { url: server.url, token: healthy.token },
  });
  const told = (what: string) =>
    new Promise<void>((resolve) => {
      humming.on('message', (message) => message === what && resolve());
    });
  await told('joined');
  let isOver = false;
  let hasEnded = false;
  humming.on('message', (message) => {
    isOver ||= message === 'closed';
    hasEnded ||= message === 'ended';
  });
  const before = await server.children();
  const startedMs = performance.now();
  const random = seededRandom(Number(options.seed));
  await Promise.all(
    Array.from({ length: Number(options.atOnce) }, (_, at) =>
      attack(seededRandom(Number(options.seed) * 1009 + at), () =>
        invite(attackersCall, String(attackersPersona!.body.id)),
      ),
    ),
  );
  for (let left = 20; left > 0; left--) garbage(random);
  const tookS = (performance.now() - startedMs) / 1000;
  if (isOver)
    odd.push(
      hasEnded ? 'the interview beside it came to its end before' : 'the interview beside it was cut off',
    );
  if (!isOver) {
    const ended = told('closed');
    humming.postMessage('stop');
    await ended;
  }
  const stateOf = async () =>
    (await db.selectFrom('runs').select('status').where('id', '=', healthy.id).executeTakeFirstOrThrow())
      .status;
  while ((await stateOf()) === 'processing') await delay(500);
  const status = await stateOf();
  if (status !== 'success') odd.push(`the interview beside it ended ${status}`);
  const recording = await fetch(`${server.url}/api/v1/interview/sessions/${healthy.id}/recording`, {
    headers: { 'x-api-key': own!.apiKey },
  });
  const wav = Buffer.from(await recording.arrayBuffer());
  const after = await server.children();
  for (const [role, pid] of Object.entries(before)) {
    if (after[role as keyof typeof after] !== pid) odd.push(`the ${role} process died`);
  }
  for (const [what, times] of errors) odd.push(`logged ${times} times: ${what}`);
  console.log(`${count} messages in ${tookS.toFixed(0)} s: ${JSON.stringify(Object.fromEntries(sent))}`);
  console.log(`closed: ${JSON.stringify(Object.fromEntries(closes))}`);
  console.log(
    `the interview beside them: ${((wav.length - 44) / 4 / sampleRateHz).toFixed(0)} s, longest gap ${longestGapMs(wav)} ms`,
  );
  for (const one of odd) console.log(one);
  process.exitCode = odd.length === 0 ? 0 : 1;
} finally {
  await db.destroy();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
