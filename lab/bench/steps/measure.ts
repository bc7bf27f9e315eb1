import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EndedRun } from '../../../server/commands/demo/scorecard.ts';
import { type ProcessFacts, serverProcesses } from '../../../testkit/processes.ts';
import { startThrowawayServer, type ThrowawayServer } from '../../../testkit/throwaway-server.ts';
import { transcriptErrors } from '../../../testkit/word-errors.ts';
import type { BenchAudio } from './audio.ts';

const MIB = 1024 * 1024;
const POLL_SECONDS = 10;
const POLLERS = 8;
/** Slow enough that the file is really held while it comes: a fast local upload would be over in a blink. */
const UPLOAD_BYTES_PER_SECOND = 5 * MIB;

export type Server = ThrowawayServer & { headers: Record<string, string> };

export async function benchServer(): Promise<Server> {
  const server = await startThrowawayServer(process.env);
  await server.ready();
  const { clientId } = await server.createKey(1_000_000);
  const { apiKey } = await server.services.identity.createKey({ clientId, rateLimitPerMinute: 1_000_000 });
  return { ...server, headers: { 'X-API-Key': apiKey } };
}

export async function submit(server: Server, path: string): Promise<string> {
  const form = new FormData();
  form.set('audio', await openAsBlob(path), basename(path));
  const url = `${server.url}/api/v1/speech/analyze`;
  const answer = await fetch(url, { method: 'POST', headers: server.headers, body: form });
  const body = (await answer.json()) as { id: string };
  if (answer.status !== 202)
    throw new Error(`The submission of ${path} was refused: ${JSON.stringify(body)}`);
  return body.id;
}

export async function ended(server: Server, id: string): Promise<EndedRun> {
  while ((await server.services.runs.show(id)).run.finishedAt === null) await sleep(100);
  const answer = await fetch(`${server.url}/api/v1/speech/analyze/${id}`, { headers: server.headers });
  if (answer.status !== 200) {
    throw new Error(
      `The poll of a finished run answered ${answer.status}: ${await answer.text()}\n${await server.log()}`,
    );
  }
  return (await answer.json()) as EndedRun;
}

export interface LengthResult {
  minutes: number;
  status: string;
  seconds: number;
  steps: { step: string; seconds: number }[];
  recogniserSeconds: number;
  /** All steps but the recogniser, and how many times faster than the recording they are. */
  otherSeconds: number;
  otherTimesRealTime: number;
  peakMiB: { api: number; worker: number };
  wordErrorRate: number | null;
}

/** One recording alone on a server of its own. */
export async function measureLength(audio: BenchAudio): Promise<LengthResult> {
  const server = await benchServer();
  try {
    const id = await submit(server, audio.path);
    const run = await ended(server, id);
    const { steps } = await server.services.runs.show(id);
    const { api, worker } = await serverProcesses(server.pid);
    const inSeconds = steps.map(({ step, durationMs }) => ({ step, seconds: durationMs / 1000 }));
    const total = (list: typeof inSeconds) => list.reduce((sum, { seconds }) => sum + seconds, 0);
    const others = total(inSeconds.filter(({ step }) => step !== 'transcribe'));
    const heard = (run.transcript?.segments ?? []).map(({ words }) =>
      words.map(({ text }) => text).join(' '),
    );
    return {
      minutes: audio.minutes,
      status: run.status === 'failed' ? `failed ${run.error.code}` : run.status,
      seconds: run.processingTimeMs / 1000,
      steps: inSeconds,
      recogniserSeconds: total(inSeconds) - others,
      otherSeconds: others,
      otherTimesRealTime: (audio.minutes * 60) / others,
      peakMiB: { api: api.peakResidentBytes / MIB, worker: worker.peakResidentBytes / MIB },
      wordErrorRate: audio.words && transcriptErrors(audio.words.join(' '), heard.join(' ')).rate,
    };
  } finally {
    await server.stop();
  }
}

export interface PollResult {
  pollsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  bodyBytes: number;
  /** Polls with another status than 200: none is expected. */
  failures: number;
}

/** Polls a finished run, the heaviest answer there is, as fast as eight connections can while two runs are processed. */
export async function measurePolls(audio: BenchAudio): Promise<PollResult> {
  const server = await benchServer();
  try {
    const done = await submit(server, audio.path);
    await ended(server, done);
    const busy = await Promise.all([submit(server, audio.path), submit(server, audio.path)]);
    while (
      (await Promise.all(busy.map((id) => server.services.runs.show(id)))).some(({ run }) => !run.progress)
    ) {
      await sleep(50);
    }
    const url = `${server.url}/api/v1/speech/analyze/${done}`;
    const times: number[] = [];
    let [failures, bodyBytes] = [0, 0];
    const until = performance.now() + POLL_SECONDS * 1000;
    const poller = async () => {
      for (let from = performance.now(); from < until; from = performance.now()) {
        const answer = await fetch(url, { headers: server.headers });
        bodyBytes = (await answer.arrayBuffer()).byteLength;
        if (answer.status !== 200) failures++;
        times.push(performance.now() - from);
      }
    };
    await Promise.all(Array.from({ length: POLLERS }, poller));
    times.sort((a, b) => a - b);
    const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
    return {
      pollsPerSecond: times.length / POLL_SECONDS,
      p50Ms: quantile(0.5),
      p99Ms: quantile(0.99),
      bodyBytes,
      failures,
    };
  } finally {
    await server.stop();
  }
}

export interface UploadResult {
  sizeMiB: number;
  seconds: number;
  /** By process: before, and how far above that it rose while the file came in. */
  idleMiB: { api: number; worker: number };
  aboveIdleMiB: { api: number; worker: number };
}

/** The most memory the processes take while one file of the largest allowed size comes in. */
export async function measureUpload(path: string, small: string): Promise<UploadResult> {
  const server = await benchServer();
  try {
    // The first submission loads code lazily; that is not the upload's doing.
    await ended(server, await submit(server, small));
    await sleep(2000);
    const before = await serverProcesses(server.pid);
    await Promise.all([before.api, before.worker].map(resetPeak));
    const file = await openAsBlob(path);
    const from = performance.now();
    const answer = await fetch(`${server.url}/api/v1/speech/analyze`, {
      method: 'POST',
      headers: { ...server.headers, 'Content-Type': 'multipart/form-data; boundary=bench' },
      body: ReadableStream.from(slowForm(file)),
      duplex: 'half',
    });
    const seconds = (performance.now() - from) / 1000;
    const after = await serverProcesses(server.pid);
    if (answer.status !== 202) throw new Error(`The large file was refused: ${await answer.text()}`);
    const above = (role: 'api' | 'worker') =>
      (after[role].peakResidentBytes - before[role].residentBytes) / MIB;
    return {
      sizeMiB: file.size / MIB,
      seconds,
      idleMiB: { api: before.api.residentBytes / MIB, worker: before.worker.residentBytes / MIB },
      aboveIdleMiB: { api: above('api'), worker: above('worker') },
    };
  } finally {
    await server.stop();
  }
}

/** Linux: writing 5 sets a process's peak back to what it has now. */
const resetPeak = ({ pid }: ProcessFacts) => writeFile(`/proc/${pid}/clear_refs`, '5');

async function* slowForm(file: Blob): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder();
  yield text.encode(
    '--bench\r\nContent-Disposition: form-data; name="audio"; filename="large.wav"\r\nContent-Type: audio/wav\r\n\r\n',
  );
  const from = performance.now();
  let sent = 0;
  for await (const chunk of file.stream()) {
    yield chunk;
    sent += chunk.byteLength;
    const aheadMs = (sent / UPLOAD_BYTES_PER_SECOND) * 1000 - (performance.now() - from);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  yield text.encode('\r\n--bench--\r\n');
}
