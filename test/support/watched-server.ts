import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createCommandContext } from '#server/commands/context.ts';
import { cvPdf } from '../../testkit/console-demo/cv-pdf.ts';
import { type ServerProcess, startServer } from '../../testkit/server-process.ts';
import { silentWav } from '../../testkit/silent-wav.ts';
import { tempFolder } from './temp-folder.ts';
import { startReceiver } from './webhook-receiver.ts';

/** Everything that must stay where it was put: each word occurs nowhere else. */
export const marks = {
  clientName: 'Quagmirefeather Holdings',
  candidateName: 'Zebediah Brontewhistle',
  email: 'zeb.brontewhistle@quillmail.example',
  cvText: 'chartreuse hovercraft regatta',
  fileName: 'brontewhistle-resume-final.pdf',
  audioName: 'brontewhistle-interview.mp3',
  externalId: 'ext-snickerdoodle-77',
  metadata: 'metadata-flibbertigibbet',
  tag: 'tag-gobbledygook',
  jobText: 'Wanted: a keeper of periwinkle ledgers',
  persona: 'You are Doctor Marzipanella',
  password: 'a long walk to Llanfairpwll',
  personName: 'Oberon Tumbleweaver',
  personEmail: 'oberon@tumbleweaver.example',
  modelKey: 'sk-marzipan-0123456789-velvet',
  turnPassword: 'turnip-garden-98765',
} as const;

/** What of a text would give a person away; words of the transcript of the fake steps, too. */
export function findMarks(text: string, others: readonly string[] = []): string[] {
  const words = Object.values(marks).flatMap((mark) => [mark, ...mark.split(/[\s@]+/).filter(isTelling)]);
  const small = text.toLowerCase();
  const found = [...new Set([...words, ...others])].filter((word) => small.includes(word.toLowerCase()));
  return /\bword\d+\b/.test(text) ? [...found, 'the transcript'] : found;
}

const isTelling = (word: string) =>
  /bronte|zeb|quag|snicker|gobble|flibber|marzi|tumble|oberon|chart|hover|peri/i.test(word);

export interface WatchedServer {
  server: ServerProcess;
  env: Record<string, string>;
  apiKey: string;
  /** Links, keys and tokens that were handed out. */
  handedOut: string[];
  /** Everything on standard error since the start. */
  log: () => string;
  /** The text of /metrics, as it is once everything that ended is settled. */
  scrape(): Promise<string>;
}

/**
 * The real processes with fake speech steps and real CV steps, at the loudest log level, after one of everything: a recording, a CV whose
 * webhook arrives, one whose does not, one that cannot be read, a search, refusals, and an owner who signs in. What was sent is marked.
 */
export async function startWatchedServer(
  t: Parameters<typeof startReceiver>[0],
  settings: Record<string, string> = {},
): Promise<WatchedServer> {
  const dataDir = await tempFolder(t);
  const good = await startReceiver(t);
  const bad = await startReceiver(t, {
    answer: (response) => {
      response.statusCode = 500;
      response.end(`no room for ${marks.candidateName}`);
    },
  });
  const metricsToken = 'the-token-of-a-prometheus-server';
  const env = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    LANE_THREADS: '1',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    METRICS_TOKEN: metricsToken,
    LIVE_ICE_USERNAME: 'turn',
    LIVE_ICE_CREDENTIAL: marks.turnPassword,
    ...settings,
  };
  let log = '';
  const server = await startServer({
    mainPath: join(import.meta.dirname, '../../testkit/fake-speech/cv-main.ts'),
    env,
    onLog: (chunk) => {
      log += chunk;
    },
  });
  t.after(async () => {
    if (server.supervisor.exitCode === null) await server.stop();
  });
  const context = createCommandContext({ env, stdout: process.stdout, stderr: process.stderr });
  const services = await context.openServices();
  t.after(() => services.close());
  const { id: clientId } = await services.identity.createClient({ name: marks.clientName, credits: 500 });
  const { apiKey } = await services.identity.createKey({ clientId, rateLimitPerMinute: 10_000 });

  const call = async (path: string, init: RequestInit = {}, key = apiKey) => {
    const headers = { ...(init.headers as Record<string, string>), 'x-api-key': key };
    const answer = await fetch(`${server.url}/api/v1${path}`, { ...init, headers });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const form = (fields: Record<string, string>, [part, name, content]: readonly [string, string, Blob]) => {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.set(field, value);
    body.set(part, content, name);
    return { method: 'POST', body };
  };
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const must = (status: number, answer: { status: number; body: unknown }) => {
    if (answer.status !== status)
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}\n${log.slice(-2000)}`);
    return answer.body as { id: string };
  };

  await until(
    async () => (await call('/health')).body.status === 'healthy',
    () => log,
  );

  // What ends is counted from the first look on.
  await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });

  const about = {
    externalId: marks.externalId,
    metadata: JSON.stringify({ note: marks.metadata, name: marks.candidateName }),
    tags: JSON.stringify([marks.tag]),
  };
  const recording = new Blob([silentWav(181)]);
  const speech = must(
    202,
    await call('/speech/analyze', form({ ...about, language: 'en' }, ['audio', marks.audioName, recording])),
  );
  const cv = cvPdf(
    `# ${marks.candidateName}\n${marks.email}\n\n## Experience\n### Clerk, Regatta Ltd, 2015 - 2020\n- ${marks.cvText}\n`,
  );
  const config = JSON.stringify({
    requirements: { skills: { hard_skills: [{ name: 'Excel', importance: 3 }] } },
  });
  const match = async (content: Uint8Array<ArrayBuffer>, port: number) =>
    call(
      '/cvdeepmatch/submit',
      form(
        {
          ...{
            position_id: marks.externalId,
            job_description: marks.jobText,
            config,
            tags: about.tags,
            metadata: about.metadata,
          },
          webhook_url: `http://127.0.0.1:${port}/hook?who=${encodeURIComponent(marks.email)}`,
        },
        ['cv', marks.fileName, new Blob([content])],
      ),
    );
  const runs = [
    speech,
    must(202, await match(new Uint8Array(cv), good.port)),
    must(202, await match(new Uint8Array(Buffer.concat([cv, Buffer.from('\n')])), bad.port)),
    must(202, await match(new Uint8Array(brokenPdf(cv)), good.port)),
  ].map(({ id }) => id);
  must(
    200,
    await call(
      '/cvds/candidates',
      json({
        corpus_id: 'people',
        candidates: [{ external_id: marks.externalId, full_name: marks.candidateName, text: marks.cvText }],
      }),
    ),
  );
  // Refusals of every kind: what was sent must not come back in the log.
  await call('/credits', {}, 'assay_api_thisKeyDoesNotExistAndIsMuchTooWrong0000000000000');
  await call('/jobs', json(`{"job_description": "${marks.jobText}`));
  await call(
    '/jobs',
    json({ job_description: marks.jobText, config: { requirements: { [marks.metadata]: 1 } } }),
  );
  await call(`/speech/analyze/${marks.externalId}`);
  await call(`/speech/runs?tags=${marks.tag}`);
  await fetch(`${server.url}/i/#${'kT9'.repeat(14)}x`);

  const post = (path: string, body: object) =>
    fetch(`${server.url}/console/api${path}`, {
      ...json(body),
      headers: { 'content-type': 'application/json', 'x-assay-console': '1' },
    });
  const link = /welcome#([\w-]{43})/;
  await until(
    async () => link.test(server.said()),
    () => log,
  );
  const [, setUpToken = ''] = link.exec(server.said())!;
  const owner = { email: marks.personEmail, name: marks.personName, password: marks.password };
  const accepted = await post('/invites/accept', { token: setUpToken, ...owner });
  if (accepted.status !== 200) throw new Error(`${accepted.status} ${await accepted.text()}`);
  const signedIn = await post('/session', { email: marks.personEmail, password: marks.password });
  const cookie = /=([\w-]{43})/.exec(signedIn.headers.getSetCookie().join())?.[1];
  if (!cookie) throw new Error(`${signedIn.status} ${await signedIn.text()}`);
  await post('/session', { email: marks.personEmail, password: `${marks.password} not` });

  await until(
    async () => {
      const shown = await Promise.all(runs.map((id) => services.runs.show(id)));
      return (
        shown.every(({ run }) => run.finishedAt !== null) &&
        good.received.length >= 2 &&
        bad.received.length >= 1
      );
    },
    () => log,
  );
  await delay(300);
  return {
    server,
    env,
    apiKey,
    handedOut: [apiKey, setUpToken, cookie, metricsToken],
    log: () => log,
    async scrape() {
      const answer = await fetch(`${server.url}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.text();
    },
  };
}

/** A text layer that cannot be read. */
function brokenPdf(pdf: Buffer): Buffer {
  return Buffer.concat([pdf.subarray(0, 200), Buffer.from(`\n% ${marks.cvText}\n`)]);
}

/** Three minutes and a second of silence: the fake steps hear the same words in everything. */

async function until(look: () => Promise<boolean>, onFailure: () => string): Promise<void> {
  for (const giveUpAt = performance.now() + 180_000; ; await delay(100)) {
    if (await look().catch(() => false)) return;
    if (performance.now() > giveUpAt) throw new Error(`waited in vain\n${onFailure().slice(-3000)}`);
  }
}
