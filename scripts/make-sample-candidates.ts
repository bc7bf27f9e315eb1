/**
 * Makes the sample candidates that the console shows before there are any: scripts/sample/candidates.generated.json and their CVs.
 *
 *   node scripts/make-sample-candidates.ts [output folder]
 *
 * A real server is given the job, the CVs and the sample interview, as recruiters and candidates would give them. What it then answers is
 * kept word for word, under ids of its own, so that the console shows what this program made of them.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { servicesOf } from '#server/app/installation-services.ts';
import { createInterviewHolder } from '#server/app/services.ts';
import { limits } from '#server/config/limits.ts';
import { openKeyPepper } from '#server/modules/installation/key-pepper.ts';
import type { LiveEvent } from '#server/modules/interview/types.ts';
import { createFsBlobStore } from '#server/storage/fs.ts';
import { systemClock as clock, isoTime, seconds } from '#server/time.ts';
import { type ConsoleClient, createConsoleClient } from '../testkit/console-demo/console-client.ts';
import { createCustomer } from '../testkit/console-demo/customer.ts';
import { cvPdf } from '../testkit/console-demo/cv-pdf.ts';
import { type DemoServer, startDemoServer } from '../testkit/console-demo/demo-server.ts';
import { seedPeople } from '../testkit/console-demo/people.ts';
import { sampleAsks, sampleJob, samplePeople, sampleQuestions } from './sample/people.ts';

const samples = resolve(import.meta.dirname, 'sample');
const out = resolve(process.argv[2] ?? samples);

interface SampleTurn {
  speaker: 'interviewer' | 'candidate';
  startMs: number;
  endMs: number;
  text: string;
}

const server = await startDemoServer();
const folder = await mkdtemp(join(tmpdir(), 'assay-samples-'));
try {
  const { identity } = server.services;
  const { id: clientId } = await identity.createClient({ name: 'Sample company', credits: 100 });
  const { apiKey } = await identity.createKey({ clientId, name: 'Samples', expiresInDays: null });
  const { owner, recruiter } = await seedPeople(server.services, clientId);
  await makeFree(server, owner, clientId);
  const client = createConsoleClient(server.url);
  client.session = recruiter;

  const customer = createCustomer(server, apiKey);
  const jobId = await customer.createJob(sampleJob);
  const matches = new Map<string, string>();
  for (const { id, cv } of samplePeople) {
    const pdf = cvPdf(cv);
    await writeFile(join(out, `${id}.pdf`), pdf);
    const fileName = `${id}.pdf`;
    matches.set(id, await customer.submitCv({ pdf, fileName }, { job_id: jobId }));
  }
  await customer.ended([...matches.values()]);
  const sessionId = await holdInterview(server, clientId);

  const under = `/clients/${clientId}`;
  const runId = await analysed(client, `${under}/sessions/${sessionId}`);
  await customer.ended([runId]);
  const { items } = await client.call('GET', `${under}/candidates`);
  const answers = await answersOf(client, under, { sessionId, runId, matches, items });
  const ids = new Map<string, string>([
    [jobId, 'sample-job'],
    [sessionId, 'sample-interview'],
    [runId, 'sample-recording'],
    [answers[`sessions/${sessionId}`].persona.id, 'sample-interviewer'],
    ...samplePeople.map(({ id }) => [matches.get(id)!, `${id}-cv`] as const),
    ...samplePeople.map(({ id, name }) => [idOf(items, name), id] as const),
  ]);
  const renamed = (text: string) =>
    [...ids].reduce((changed, [old, now]) => changed.replaceAll(old, now), text);
  const rows = samplePeople.map(({ name }) => items.find((item: { name: string }) => item.name === name));
  await writeFile(join(out, 'candidates.generated.json'), `${renamed(JSON.stringify({ rows, answers }))}\n`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Samples cost nothing. */
async function makeFree({ url }: DemoServer, session: string, clientId: string): Promise<void> {
  const client = createConsoleClient(url);
  client.session = session;
  const { installationPrices } = await client.call('GET', `/clients/${clientId}`);
  const free = Object.fromEntries(Object.keys(installationPrices).map((item) => [item, 0]));
  await client.call('PUT', `/clients/${clientId}/prices`, free);
}

/** The sample interview as if a live process had held it. */
async function holdInterview({ services: { db, config } }: DemoServer, clientId: string): Promise<string> {
  const services = servicesOf(config, { db, keyPepper: await openKeyPepper(db, config, clock) });
  const { personas, sessions, presence } = services;
  const process = { id: 'live_samples' };
  const blobs = createFsBlobStore({ root: join(config.dataDir, 'blobs') });
  const live = createInterviewHolder(services, { blobs, processId: process.id });
  await presence.enlist({ ...process, host: 'samples', pid: 1, address: '', languages: limits.languages });
  const persona = await personas.create(
    { clientId, id: randomUUID() },
    {
      ...{ roleName: 'Logistics Manager', language: 'en', maxMinutes: 15, analyse: true },
      positionId: sampleJob.position_id,
    },
  );
  const sessionId = randomUUID();
  await sessions.create({
    ...{ clientId, sessionId, personaId: persona.id, projectId: null, apiKeyId: null },
    ...{ consentMode: 'explicit', metadata: {}, tags: [], candidateRef: samplePeople[0].email },
  });
  const visitor = { token: sessions.link(sessionId, 1).token, device: randomUUID() };
  const admitted = await live.admit(visitor);
  if ('notice' in admitted) await live.consent(visitor, admitted.notice);
  await live.begin(visitor);

  const { turns, durationMs } = JSON.parse(await readFile(join(samples, 'interview.json'), 'utf8')) as {
    turns: SampleTurn[];
    durationMs: number;
  };
  let asked = 0;
  const told = turns.map(({ speaker, startMs, endMs, text }) => ({
    ...{ speaker, startMs, endMs, text },
    ...(speaker === 'interviewer' && sampleAsks[asked++]),
  }));
  const course = told.map(
    ({ speaker, startMs, endMs }, index): LiveEvent =>
      speaker === 'candidate'
        ? { kind: 'turn-ended', data: { startMs, endMs, decidedMs: endMs + 300 } }
        : {
            kind: 'spoke',
            data: {
              ...{ startMs, endMs, interrupted: false },
              responseMs: index === 0 ? null : startMs - told[index - 1]!.endMs,
            },
          },
  );
  await live.note(sessionId, [
    { kind: 'joined', data: { resumed: false } },
    { kind: 'begun', data: {} },
    ...course,
  ]);
  const recordingPath = join(folder, 'interview.wav');
  const convert = ['-v', 'error', '-nostdin', '-i', join(samples, 'interview.mp3')];
  await promisify(execFile)('ffmpeg', [...convert, '-ac', '1', '-ar', '16000', recordingPath]);
  await live.complete(sessionId, {
    durationSec: Math.ceil(durationMs / 1000),
    recordingPath,
    transcript: {
      ...{ language: 'en', questions: sampleQuestions, turns: told },
      events: course.map(({ kind, data }) => ({ kind, at: isoTime(clock.now()), ...data })),
    },
  });
  await presence.leave(process.id);
  return sessionId;
}

/** Id of the run that analyses an interview, once there is one. */
async function analysed(client: ConsoleClient, address: string): Promise<string> {
  for (const until = Date.now() + seconds(120); ; await sleep(200)) {
    const { analysis } = await client.call('GET', address);
    if (analysis?.run) return analysis.run.id;
    if (analysis?.refusal || Date.now() > until) throw new Error(`No analysis: ${analysis?.refusal}`);
  }
}

function idOf(items: readonly { id: string; name: string }[], name: string): string {
  const found = items.filter((item) => item.name === name);
  if (found.length !== 1) throw new Error(`${found.length} candidates are called ${name}.`);
  return found[0]!.id;
}

/** By the end of their address, below the client's. */
async function answersOf(
  client: ConsoleClient,
  under: string,
  of: {
    sessionId: string;
    runId: string;
    matches: ReadonlyMap<string, string>;
    items: readonly { id: string; name: string }[];
  },
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
): Promise<Record<string, any>> {
  const { sessionId, runId } = of;
  const addresses = [
    `sessions/${sessionId}`,
    ...['transcript', 'answers', 'evidence', 'peaks'].map((part) => `sessions/${sessionId}/${part}`),
    `runs/${runId}`,
    `runs/${runId}/peaks`,
    ...samplePeople.flatMap(({ id, name }) => {
      const candidate = `candidates/${idOf(of.items, name)}`;
      return [candidate, `${candidate}/sheet`, `${candidate}/links`, `matches/${of.matches.get(id)}`];
    }),
  ];
  // biome-ignore lint/suspicious/noExplicitAny: likewise
  const answers: Record<string, any> = {};
  for (const address of addresses) {
    const answer = await client.call('GET', `${under}/${address}`);
    // Samples are in no pool.
    answers[address] = 'corpora' in answer ? { ...answer, corpora: [] } : answer;
  }
  return answers;
}
