import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Command } from 'commander';
import { loadConfig } from '../../server/config/env.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { createIdentityService } from '../../server/modules/identity/service.ts';
import { loadKeyPepper } from '../../server/modules/installation/key-pepper.ts';
import { systemClock } from '../../server/time.ts';
import { repeatedOggS, repeatingMp4, silentOpus } from '../../testkit/hostile-media.ts';
import { childPids, processFacts, serverProcesses } from '../../testkit/processes.ts';
import { startServer } from '../../testkit/server-process.ts';

/**
 * `assay bench uploads`: what hostile uploads cost, by a key without credits and by one with; then how long polls take while
 * ordinary recordings come in at once.
 */
const { count, atOnce, main, only } = new Command('assay bench uploads')
  .description('what hostile uploads cost, and how long polls take while recordings come in')
  .option('--count <uploads>', 'of each kind', '100')
  .option('--at-once <uploads>', 'hostile ones', '25')
  .option('--main <file>', 'the server, to compare releases', 'server/main.ts')
  .option('--only <part>', 'poor, rich or polls')
  .parse()
  .opts<{ count: string; atOnce: string; main: string; only?: string }>();

const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const env = { DATA_DIR: folder, LOG_LEVEL: 'fatal' };
const agent = new Agent({ keepAlive: false });

async function keysOf() {
  const config = loadConfig(env);
  const db = await openDatabase(config);
  try {
    const identity = createIdentityService({
      db,
      clock: systemClock,
      keyPepper: await loadKeyPepper(config),
    });
    const keyOf = async (name: string, credits: number) => {
      const { id: clientId } = await identity.createClient({ name, credits });
      return (await identity.createKey({ clientId, rateLimitPerMinute: 100_000 })).apiKey;
    };
    return {
      poor: await keyOf('Without credits', 0),
      rich: await keyOf('With credits', 1_000_000),
      watching: await keyOf('Watching', 1_000_000),
      sending: await Promise.all([1, 2, 3, 4].map((index) => keyOf(`Sending ${index}`, 1_000_000))),
    };
  } finally {
    await db.destroy();
  }
}

interface Answer {
  status: number;
  body: string;
}

const ask = (url: string, apiKey: string, form?: Buffer) =>
  new Promise<Answer>((done) => {
    const outgoing = request(url, {
      agent,
      method: form ? 'POST' : 'GET',
      headers: {
        'x-api-key': apiKey,
        ...(form && { 'content-type': 'multipart/form-data; boundary=bench', 'content-length': form.length }),
      },
    });
    outgoing.on('response', async (incoming) => {
      let body = '';
      try {
        for await (const chunk of incoming) body += chunk;
      } catch {
        // The head is enough.
      }
      done({ status: incoming.statusCode!, body });
    });
    // A server may refuse and close before it has the whole body.
    outgoing.on('error', () => done({ status: 0, body: '' }));
    outgoing.end(form);
  });

const formOf = (audio: Buffer) =>
  Buffer.concat([
    Buffer.from(
      '--bench\r\ncontent-disposition: form-data; name="audio"; filename="a.ogg"\r\ncontent-type: audio/ogg\r\n\r\n',
    ),
    audio,
    Buffer.from('\r\n--bench--\r\n'),
  ]);

async function made(input: string, options: string): Promise<Buffer> {
  const path = join(folder, 'made');
  await promisify(execFile)('ffmpeg', [
    ...['-y', '-v', 'error', '-f', 'lavfi', '-i', input, '-strict', '-2'],
    ...options.split(' '),
    path,
  ]);
  return readFile(path);
}

/** Of a process and all children that have ended. */
async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ').at(-1)!.split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

async function ownCpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;

const { poor, rich, watching, sending } = await keysOf();
const server = await startServer({ mainPath: resolve(main), env });
try {
  const submitUrl = `${server.url}/api/v1/speech/analyze`;
  const { api } = await serverProcesses(server.supervisor.pid!);

  /** The most memory that the api process and the programs it runs have together. */
  function watchMemory() {
    let peakBytes = 0;
    let going = true;
    const watched = (async () => {
      while (going) {
        const pids = [api.pid, ...(await childPids(api.pid))];
        const facts = await Promise.all(pids.map(processFacts));
        peakBytes = Math.max(
          peakBytes,
          facts.reduce((sum, one) => sum + (one?.residentBytes ?? 0), 0),
        );
        await delay(100);
      }
    })();
    return async () => {
      going = false;
      await watched;
      return peakBytes;
    };
  }

  const interview = formOf(await made('sine=f=220:r=16000', '-t 200 -b:a 32k -f mp3'));
  // The models are being loaded: nothing is accepted yet.
  for (;;) {
    const { status } = await ask(submitUrl, watching, interview);
    if (status === 202) break;
    await delay(500);
  }

  const makeHostile = async () => [
    repeatedOggS(6 * 1024 ** 2),
    silentOpus(10),
    repeatingMp4(8 * 1024 ** 2),
    repeatingMp4(8 * 1024 ** 2, { framesPerChunk: 1 }),
    await made('anullsrc=r=600000:cl=mono', '-t 2700 -f flac'),
  ];
  const hostile = only === 'polls' ? [] : (await makeHostile()).map(formOf);

  for (const [part, title, apiKey] of [
    ['poor', 'by a key without credits', poor],
    ['rich', 'by a key with credits', rich],
  ] as const) {
    if (only && only !== part) continue;
    const total = Number(count);
    const [before, ownBefore, beganMs] = [
      await cpuSeconds(api.pid),
      await ownCpuSeconds(api.pid),
      performance.now(),
    ];
    const memory = watchMemory();
    const answers = new Map<number, number>();
    let next = 0;
    await Promise.all(
      Array.from({ length: Number(atOnce) }, async () => {
        while (next < total) {
          const { status } = await ask(submitUrl, apiKey, hostile[next++ % hostile.length]!);
          answers.set(status, (answers.get(status) ?? 0) + 1);
        }
      }),
    );
    const seconds = (performance.now() - beganMs) / 1000;
    const [cpu, own] = [(await cpuSeconds(api.pid)) - before, (await ownCpuSeconds(api.pid)) - ownBefore];
    const peakMb = (await memory()) / 1024 ** 2;
    const statuses = [...answers].map(([status, times]) => `${times} × ${status || 'closed'}`).join(', ');
    console.log(
      `${total} hostile uploads ${title}, ${atOnce} at once: ${cpu.toFixed(1)} CPU s (${own.toFixed(1)} in the api process), ` +
        `${seconds.toFixed(1)} s, ${peakMb.toFixed(0)} MB at most; answers ${statuses}`,
    );
  }

  if (!only || only === 'polls') {
    const ids: string[] = [];
    for (let index = 0; index < 8; index++) {
      ids.push((JSON.parse((await ask(submitUrl, watching, interview)).body) as { id: string }).id);
    }
    const times: number[] = [];
    let going = true;
    const polls = (async () => {
      for (let index = 0; going; index++) {
        const sentMs = performance.now();
        // Too early for most of them: that answer comes the same way.
        await ask(`${submitUrl}/${ids[index % ids.length]}`, watching);
        times.push(performance.now() - sentMs);
        await delay(20);
      }
    })();
    const beganMs = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: Number(count) }, (_, index) =>
        ask(submitUrl, sending[index % sending.length]!, interview).then(({ status }) => status),
      ),
    );
    const seconds = (performance.now() - beganMs) / 1000;
    going = false;
    await polls;
    times.sort((a, b) => a - b);
    const accepted = statuses.filter((status) => status === 202).length;
    console.log(
      `${count} submissions at once: ${accepted} accepted within ${seconds.toFixed(1)} s; ${times.length} polls meanwhile: ` +
        `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`,
    );
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
