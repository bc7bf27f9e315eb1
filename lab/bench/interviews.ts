/**
 * Live interviews as candidates have them: how soon the interviewer answers, whom it cuts off, how fast it falls silent, and how many
 * interviews fit on this machine. A real server of its own; real people's sentences as answers; everything is measured from the
 * recordings, over the WebSocket.
 *
 *   node lab/bench/interviews.ts [--data FOLDER] [--turns 50] [--pauses 20] [--barges 10] [--at-once 1] [--seed 1] [--each]
 *
 * `finished`: a whole sentence, then silence. `unfinished`: a sentence with 1.5 s of silence behind words that leave it unfinished; cut off
 * when the interviewer's first sound comes before the rest has been said. `quiet`: the same at the quietest place between 45 and 75 %, behind
 * which half of the first parts are whole sentences. `--pauses` of each. `barge`: a sentence that begins while the
 * interviewer speaks. `--at-once N` holds N interviews side by side. `--each` prints every turn with what the server noted of it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import { newDevice, openPage, type PageClient } from '../../testkit/interview/page-client.ts';
import { processFacts, serverProcesses } from '../../testkit/processes.ts';
import { seededRandom } from '../../testkit/random.ts';
import { startThrowawayServer } from '../../testkit/throwaway-server.ts';
import { type CaptionTimes, captionTimes, type ShownCaption } from './interviews/captions.ts';
import { LOUD, PER_MS, peoplesSentences, type Sentence } from './interviews/sentences.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    turns: { type: 'string', default: '50' },
    pauses: { type: 'string', default: '20' },
    barges: { type: 'string', default: '10' },
    'at-once': { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    each: { type: 'boolean', default: false },
  },
});
const data = values.data ?? resolve(import.meta.dirname, '../../../shared/data');
const random = seededRandom(Number(values.seed));
const PAUSE_MS = 1500;
/** Before an answer, as people think. */
const THINK_MS = 500;
/** Sound comes so much earlier or later than expected, in samples. */
const LATE = 300 * PER_MS;

type Kind = 'finished' | 'unfinished' | 'quiet' | 'barge';
interface Turn {
  kind: Kind;
  samples: Int16Array;
}
interface Said extends Turn {
  /** When the page began to send it, on the bench's clock. */
  startMs: number;
}
/** An event of the transcript. */
interface Noted {
  kind: string;
  endMs?: number;
  decidedMs?: number;
  reason?: string;
  probability?: number;
}
interface Measured {
  kind: Kind;
  /** End of the candidate's sound to the interviewer's first; of `barge`, the candidate's first sound to the interviewer's last. */
  ms: number;
  cutOff: boolean;
  /** Of `finished`. */
  captions?: CaptionTimes;
}

const folder = await mkdtemp(join(tmpdir(), 'assay-bench-interviews-'));
const aligner = await createCtcAligner({
  modelPath: resolve(import.meta.dirname, '../../models/bundled/ctc-en.onnx'),
  lexiconPath: resolve(import.meta.dirname, '../../models/bundled/lexicon-en.txt'),
});
const sentences = await peoplesSentences({ data, folder, count: 60, aligner });
const unfinished = sentences.filter(({ unfinishedAt }) => unfinishedAt !== undefined);
const todo: Turn[] = [
  ...Array.from({ length: Number(values.turns) }, () => ({
    kind: 'finished' as const,
    samples: some().samples,
  })),
  ...Array.from({ length: Number(values.pauses) }, () => {
    const { samples, unfinishedAt } = some(unfinished);
    return { kind: 'unfinished' as const, samples: withPause(samples, unfinishedAt!) };
  }),
  ...Array.from({ length: Number(values.pauses) }, () => {
    const { samples } = some();
    return { kind: 'quiet' as const, samples: withPause(samples, quietest(samples)) };
  }),
  ...Array.from({ length: Number(values.barges) }, () => ({
    kind: 'barge' as const,
    samples: some().samples,
  })),
]
  .map((turn) => ({ turn, at: random() }))
  .sort((a, b) => a.at - b.at)
  .map(({ turn }) => turn);

const server = await startThrowawayServer(process.env);
try {
  await server.ready();
  const { apiKey } = await server.createKey(100_000);
  const measured: Measured[] = [];

  const atOnce = Number(values['at-once']);
  const before = await liveFacts();
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, index) => {
      await delay(index * 3000);
      while (todo.length > 0) measured.push(...(await interview(apiKey)));
    }),
  );
  const after = await liveFacts();
  report(measured, {
    atOnce,
    tookS: (performance.now() - startedMs) / 1000,
    cpuS: after.cpuSeconds - before.cpuSeconds,
    residentMb: after.residentBytes / 1e6,
    idleMb: before.residentBytes / 1e6,
  });
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function liveFacts() {
  const { live } = await serverProcesses(server.pid);
  const facts = (await processFacts(live.pid))!;
  const stat = await readFile(`/proc/${live.pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return { residentBytes: facts.residentBytes, cpuSeconds: (user! + system!) / 100 };
}

/** One interview, until it ends or nothing is left to say. */
async function interview(apiKey: string): Promise<Measured[]> {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/v1/interview${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const persona = await call('/personas', { role_name: 'Customer support agent', language: 'en' });
  let created = await call(`/personas/${String(persona.body.id)}/sessions`, { consent_mode: 'none' });
  while (created.status === 503) {
    await delay(500);
    created = await call(`/personas/${String(persona.body.id)}/sessions`, { consent_mode: 'none' });
  }
  const sessionId = String(created.body.id);
  const page = await openPage(server.url, { device: newDevice() });
  page.send({ type: 'hello', token: String(created.body.candidate_link).split('#t=')[1]! });
  await page.next('invitation');
  // What is likely to be said is spoken ahead meanwhile: candidates read and try their microphone.
  await delay(8000);
  page.send({ type: 'begin', typed: false });
  await page.next('joined');

  const said: Said[] = [];
  const isOver = () => page.messages.some(({ type }) => type === 'ended');
  while (todo.length > 0 && !isOver()) {
    const turn = todo[0]!;
    const wanted = turn.kind === 'barge' ? 'speaking' : 'listening';
    if (!(await reaches(page, wanted))) break;
    await delay(turn.kind === 'barge' ? 700 : THINK_MS);
    if (isOver() || phaseOf(page) !== wanted) continue;
    todo.shift();
    said.push({ ...turn, ...(await page.speak(turn.samples)) });
    const from = page.messages.length;
    const isAnswered = () => phaseOf(page) === 'speaking' || isOver() || spokeSince(page, from);
    for (let waited = 0; waited < 8000 && !isAnswered(); waited += 10) await delay(10);
  }
  if (!isOver()) page.send({ type: 'end' });
  await page.next('ended', { withinMs: 60_000 });
  for (;;) {
    const { body } = await call(`/sessions/${sessionId}`);
    if (body.status === 'completed') break;
    if (body.status === 'failed') throw new Error(JSON.stringify(body));
    await delay(500);
  }
  const recording = await fetch(`${server.url}/api/v1/interview/sessions/${sessionId}/recording`, {
    headers: { 'x-api-key': apiKey },
  });
  const transcript = await call(`/sessions/${sessionId}/transcript`);
  const captions = page.messages.flatMap((message, index): ShownCaption[] =>
    message.type === 'caption' && message.caption.speaker === 'candidate'
      ? [{ ...message.caption, atMs: page.cameMs[index]! }]
      : [],
  );
  const wav = Buffer.from(await recording.arrayBuffer());
  return measure(wav, said, transcript.body.events as Noted[], captions);
}

function phaseOf(page: PageClient) {
  return page.messages.findLast((message) => message.type === 'phase')?.phase;
}

function spokeSince(page: PageClient, from: number): boolean {
  return page.messages
    .slice(from)
    .some((message) => message.type === 'phase' && message.phase === 'speaking');
}

async function reaches(page: PageClient, phase: string, withinMs = 60_000): Promise<boolean> {
  const giveUp = performance.now() + withinMs;
  while (phaseOf(page) !== phase) {
    if (performance.now() > giveUp || page.messages.some(({ type }) => type === 'ended')) return false;
    await delay(10);
  }
  return true;
}

/** Finds each answer in the left channel, and what the right one did. */
function measure(
  wav: Buffer,
  said: readonly Said[],
  events: readonly Noted[],
  captions: readonly ShownCaption[],
): Measured[] {
  const frames = (wav.length - 44) / 4;
  const channel = (at: number) =>
    Int16Array.from({ length: frames }, (_, frame) => wav.readInt16LE(44 + 4 * frame + 2 * at));
  const [left, right] = [channel(0), channel(1)];
  const loudAt = (samples: Int16Array, from: number, to = samples.length) => {
    for (let at = from; at < to; at++) if (Math.abs(samples[at]!) > LOUD) return at;
    return -1;
  };
  const lastLoud = (samples: Int16Array) => {
    for (let at = samples.length - 1; at >= 0; at--) if (Math.abs(samples[at]!) > LOUD) return at;
    return -1;
  };
  // The recording's clock runs as long as the page is connected: what the first sentence tells holds for all.
  const places = said.map(({ startMs, samples }) => startMs * PER_MS + loudAt(samples, 0));
  const offset = loudAt(left, 0) - (places[0] ?? 0);
  return said.flatMap(({ kind, samples }, index): Measured[] => {
    const near = Math.round(places[index]! + offset);
    const first = loudAt(left, Math.max(0, near - LATE), near + LATE);
    if (first < 0) return [];
    const end = endNear(left, first + lastLoud(samples) - loudAt(samples, 0));
    if (kind === 'barge') {
      // Silent for 150 ms: it has stopped.
      let at = first;
      while (at < end && loudAt(right, at, at + 150 * PER_MS) >= 0) at = loudAt(right, at) + 1;
      return [{ kind, ms: (at - first) / PER_MS, cutOff: false }];
    }
    // It was asking whether the candidate is there: this says nothing of how it answers.
    if (loudAt(right, first - 200 * PER_MS, first) >= 0) return [];
    const answered = loudAt(right, first + 50 * PER_MS);
    if (answered < 0) return [];
    const cutOff = answered < end;
    const one: Measured = { kind, ms: (answered - end) / PER_MS, cutOff };
    if (kind === 'finished' && !cutOff) {
      const noted = events.find(
        ({ kind: noted, decidedMs }) => noted === 'turn-ended' && decidedMs! >= end / PER_MS,
      );
      const onPage = (recordingMs: number) => recordingMs - offset / PER_MS;
      const next = said[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
      one.captions = captionTimes(
        captions.filter(({ atMs }) => atMs < next),
        {
          startMs: onPage(first / PER_MS),
          endMs: onPage(end / PER_MS),
          decidedMs: noted && onPage(noted.decidedMs!),
        },
      );
    }
    if (values.each) tell(one, end / PER_MS, answered / PER_MS, events);
    return [one];
  });
}

/** The last loud sample near where it should be: lost and late sound moves it. */
function endNear(left: Int16Array, expected: number): number {
  for (let at = Math.min(left.length - 1, expected + 200 * PER_MS); at > expected - 1000 * PER_MS; at--) {
    if (Math.abs(left[at]!) > LOUD) return at;
  }
  return expected;
}

function tell({ kind, ms, cutOff }: Measured, endMs: number, answeredMs: number, events: readonly Noted[]) {
  const noted = events.findLast(
    ({ kind: noted, decidedMs }) => noted === 'turn-ended' && decidedMs! <= answeredMs,
  );
  console.log(
    `${kind.padEnd(8)} ${ms.toFixed(0).padStart(6)} ms ${cutOff ? 'CUT OFF' : '       '} at ${(endMs / 1000).toFixed(1)} s; ` +
      `${noted?.reason}, p ${noted?.probability}; noted end ${(noted?.endMs ?? 0) - Math.round(endMs)} ms off, ` +
      `decided ${(noted?.decidedMs ?? 0) - Math.round(endMs)} ms, sound ${Math.round(answeredMs) - (noted?.decidedMs ?? 0)} ms behind it`,
  );
}

function report(
  measured: readonly Measured[],
  about: { atOnce: number; tookS: number; cpuS: number; residentMb: number; idleMb: number },
): void {
  const of = (kind: Kind) => measured.filter((one) => one.kind === kind);
  const at = (all: readonly number[], share: number) =>
    all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
  const line = (name: string, ms: readonly number[]) =>
    console.log(
      `${name.padEnd(34)} n ${String(ms.length).padStart(3)}   p50 ${at(ms, 0.5).toFixed(0).padStart(5)}   p95 ${at(ms, 0.95).toFixed(0).padStart(5)}   max ${Math.max(
        ...ms,
      )
        .toFixed(0)
        .padStart(5)} ms`,
    );
  const finished = of('finished').filter(({ cutOff }) => !cutOff);
  line(
    'end of a sentence to first sound',
    finished.map(({ ms }) => ms),
  );
  line(
    'after a sentence with a pause',
    [...of('unfinished'), ...of('quiet')].filter(({ cutOff }) => !cutOff).map(({ ms }) => ms),
  );
  line(
    'barge-in to silence',
    of('barge').map(({ ms }) => ms),
  );
  const shown = finished.flatMap(({ captions }) => captions ?? []);
  const times = (of: keyof CaptionTimes) => shown.flatMap((one) => one[of]);
  line('first sound to first caption', times('first'));
  line('captions while speaking: gap', times('gaps'));
  line('end of sound to its last words', times('words'));
  line('turn ended to final caption', times('final'));
  for (const kind of ['finished', 'unfinished', 'quiet'] as const) {
    const all = of(kind);
    console.log(`${kind}: cut off ${all.filter(({ cutOff }) => cutOff).length} of ${all.length}`);
  }
  console.log(
    `${about.atOnce} at once; ${about.tookS.toFixed(0)} s; live process: ${about.cpuS.toFixed(0)} CPU s, ${about.residentMb.toFixed(0)} MB (before: ${about.idleMb.toFixed(0)} MB)`,
  );
}

function some(of: readonly Sentence[] = sentences): Sentence {
  return of[Math.floor(random() * of.length)]!;
}

/** The middle of the quietest 30 ms between 45 and 75 %. */
function quietest(samples: Int16Array): number {
  const width = 30 * PER_MS;
  let [least, place] = [Number.POSITIVE_INFINITY, Math.round(samples.length * 0.6)];
  for (let at = Math.round(samples.length * 0.45); at < samples.length * 0.75; at += width / 3) {
    const power = samples.slice(at, at + width).reduce((sum, sample) => sum + sample * sample, 0);
    if (power < least) [least, place] = [power, Math.round(at + width / 2)];
  }
  return place;
}

/** With 1.5 s of silence in all at a place. */
function withPause(samples: Int16Array, place: number): Int16Array {
  const isLoud = (sample: number) => Math.abs(sample) > LOUD;
  const before = samples.subarray(0, samples.subarray(0, place).findLastIndex(isLoud) + 1);
  const behind = samples.subarray(place + samples.subarray(place).findIndex(isLoud));
  const long = new Int16Array(before.length + PAUSE_MS * PER_MS + behind.length);
  long.set(before);
  long.set(behind, before.length + PAUSE_MS * PER_MS);
  return long;
}
