import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { openDatabase } from '../../server/db/open-database.ts';
import { transaction } from '../../server/db/transaction.ts';
import { createWebhookDeliveries } from '../../server/dispatch/webhook-deliveries.ts';
import { createWebhookSender } from '../../server/engines/webhook-sender/sender.ts';
import { createLogger } from '../../server/logging.ts';
import { createIdentityService } from '../../server/modules/identity/service.ts';
import { createWebhooksService } from '../../server/modules/webhooks/service.ts';
import { systemClock } from '../../server/time.ts';

/**
 * `assay bench webhooks`: how long after its announcement a message reaches a quick receiver, alone and while others
 * hang, drip, reset and fail. Everything is real but the network: receivers are on this machine, the database is
 * SQLite with its usual durability.
 */

const { messages, json } = new Command('assay bench webhooks')
  .description('how long messages take to a quick receiver while others hang, drip, reset and fail')
  .option('--messages <count>', 'to the quick receiver, ten a second; each bad one gets as many', '200')
  .option('--json', 'print everything measured as one JSON document')
  .parse()
  .opts<{ messages: string; json?: true }>();

const EVERY_MS = 100;
const count = Number(messages);
const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const servers: Server[] = [];
const sockets = new Set<Socket>();

/** Each receiver is a host of its own, so that it counts as one: an address of the loopback block. */
async function listen(server: Server, host: string): Promise<string> {
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  servers.push(server);
  return `http://${host}:${(server.address() as AddressInfo).port}/`;
}

/** Accepts, and does to every connection what it is told as soon as something is said on it. */
const raw = (behave: (socket: Socket) => unknown) =>
  createServer((socket) => {
    socket.once('data', () => behave(socket));
  });

function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('X-More: to come\r\n'), 500);
  socket.once('close', () => clearInterval(timer));
}

const arrivedAt = new Map<string, number>();
const quick = await listen(
  createHttpServer((request, response) => {
    arrivedAt.set(String(request.headers['webhook-id']), performance.now());
    request.resume();
    response.end();
  }),
  '127.0.0.1',
);
const bad = {
  hangs: await listen(
    raw(() => undefined),
    '127.0.0.2',
  ),
  drips: await listen(raw(drip), '127.0.0.3'),
  resets: await listen(
    raw((socket) => socket.resetAndDestroy()),
    '127.0.0.4',
  ),
  fails: await listen(
    createHttpServer((request, response) => {
      request.resume();
      response.writeHead(503).end();
    }),
    '127.0.0.5',
  ),
};

async function measure(badUrls: readonly string[]) {
  const db = await openDatabase({ dataDir: join(folder, randomUUID()), databaseUrl: null });
  const keyPepper = randomUUID();
  const sender = createWebhookSender({ allowedNetworks: [{ clientId: null, network: '127.0.0.0/8' }] });
  const webhooks = createWebhooksService({ db, clock: systemClock, sender, keyPepper, newId: randomUUID });
  const identity = createIdentityService({ db, clock: systemClock, keyPepper });
  const { id: clientId } = await identity.createClient({ name: 'bench', credits: 0 });
  const logger = createLogger({ level: 'silent', name: 'bench' });
  const deliveries = createWebhookDeliveries({ outbox: webhooks.outbox, logger });
  const announce = async (url: string) => {
    const { messageId } = await transaction(db, (trx) =>
      webhooks.enqueue(trx, {
        clientId,
        url,
        event: 'cvdeepmatch.finished',
        subjectId: randomUUID(),
        status: 'finished',
        // About as much as a match with its evidence.
        data: { text: 'x'.repeat(20_000) },
      }),
    );
    return messageId;
  };
  for (let index = 0; index < count; index++) for (const url of badUrls) await announce(url);
  deliveries.start();
  const announcedAt = new Map<string, number>();
  const began = performance.now();
  for (let index = 0; index < count; index++) {
    await delay(Math.max(0, began + index * EVERY_MS - performance.now()));
    announcedAt.set(await announce(quick), performance.now());
  }
  const giveUpAt = performance.now() + 60_000;
  while ([...announcedAt.keys()].some((id) => !arrivedAt.has(id)) && performance.now() < giveUpAt)
    await delay(20);
  const waits = [...announcedAt].map(([id, at]) => (arrivedAt.get(id) ?? Number.POSITIVE_INFINITY) - at);
  await deliveries.stop();
  await db.destroy();
  waits.sort((a, b) => a - b);
  const share = (part: number) =>
    Math.round(waits[Math.min(waits.length - 1, Math.floor(part * waits.length))]!);
  return {
    messages: waits.length,
    arrived: waits.filter(Number.isFinite).length,
    medianMs: share(0.5),
    p95Ms: share(0.95),
    longestMs: share(1),
  };
}

try {
  const alone = await measure([]);
  const besideBad = await measure(Object.values(bad));
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    node: process.version,
  };
  if (json) process.stdout.write(`${JSON.stringify({ machine, alone, besideBad })}\n`);
  else {
    const line = (title: string, { arrived, medianMs, p95Ms, longestMs }: typeof alone) =>
      `${title.padEnd(34)} ${arrived} arrived; median ${medianMs} ms, p95 ${p95Ms} ms, longest ${longestMs} ms`;
    const lines = [
      `Machine: ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}`,
      `${count} messages of 20 kB, one every ${EVERY_MS} ms, from announcement to arrival:`,
      line('quick receiver alone', alone),
      line(`while ${count} each hang, drip, reset, fail`, besideBad),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
} finally {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
}
