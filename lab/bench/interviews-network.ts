/**
 * A live interview over a bad network: packets lost, late and out of order, and an outage in the middle. A real server in one network
 * namespace, the real page in Debian's Chromium in another, and a link between them that loses and delays as told. Needs root, iproute2,
 * python3 and chromium.
 *
 *   node lab/bench/interviews-network.ts [--minutes 40] [--over webrtc|websocket] [--loss .05] [--jitter 200] [--delay 20]
 *     [--outage 0] [--data FOLDER] [--seed 1]
 *
 * An interview lasts 45 minutes at most. Loss, delay and jitter (ms, evenly spread) are of each way. `--outage` seconds without any packet come once, in the middle.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { transcriptErrors } from '../../testkit/word-errors.ts';
import type { CandidateReport } from './interviews-network/candidate.ts';
import { measureAnswers } from './interviews-network/measure.ts';
import type { InterviewReport } from './interviews-network/server.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '40' },
    over: { type: 'string', default: 'webrtc' },
    loss: { type: 'string', default: '.05' },
    jitter: { type: 'string', default: '200' },
    delay: { type: 'string', default: '20' },
    outage: { type: 'string', default: '0' },
    data: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const data = values.data ?? resolve(import.meta.dirname, '../../../shared/data');
const parts = join(import.meta.dirname, 'interviews-network');
const minutes = Number(values.minutes);
const [left, right] = [`assay-server-${process.pid}`, `assay-candidate-${process.pid}`];

if (process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) {
  console.error(
    'This bench makes network namespaces and TUN devices: run it as root, where /dev/net/tun is.',
  );
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'assay-network-'));
const recordingPath = join(folder, 'recording.wav');
const started: ChildProcess[] = [];
const namespace = (...words: string[]) => spawnSync('ip', ['netns', ...words], { stdio: 'inherit' });
function start(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    tell: (line: string) => child.stdin.write(`${line}\n`),
    end: () => child.stdin.end(),
    async line(): Promise<string> {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ${args.slice(0, 4).join(' ')} … ended without saying anything.`);
      return value;
    },
  };
}
const inside = (where: string, part: string, ...args: string[]) =>
  start('ip', ['netns', 'exec', where, process.execPath, join(parts, part), ...args]);

try {
  namespace('add', left);
  namespace('add', right);
  const link = start('python3', [
    ...[join(parts, 'lossy_link.py'), '--left', left, '--right', right, '--seed', values.seed],
    ...['--loss', values.loss, '--jitter', values.jitter, '--delay', values.delay],
  ]);
  await link.line();
  const server = inside(left, 'server.ts', '10.77.0.1', recordingPath);
  const invited = JSON.parse(await server.line()) as { link: string };
  const candidate = inside(
    right,
    'candidate.ts',
    invited.link,
    values.over,
    values.minutes,
    values.seed,
    data,
    folder,
  );
  const outageMs = Number(values.outage) * 1000;
  if (outageMs > 0) {
    setTimeout(() => link.tell('down'), minutes * 30_000);
    setTimeout(() => link.tell('up'), minutes * 30_000 + outageMs);
  }
  const said = JSON.parse(await candidate.line()) as CandidateReport;
  server.tell('over');
  const became = JSON.parse(await server.line()) as InterviewReport;
  link.end();
  const carried = await link.line();
  await report(said, became, carried);
} finally {
  for (const child of started) child.kill();
  namespace('delete', left);
  namespace('delete', right);
  await rm(folder, { recursive: true, force: true });
}

async function report(said: CandidateReport, became: InterviewReport, carried: string): Promise<void> {
  const { courtesy, liveMb } = became;
  const [left, right] = channelsOf(await readFile(recordingPath));
  const answers = await Promise.all(said.said.map((_, answer) => pcmOf(join(folder, `${answer}.pcm`))));
  const candidate = measureAnswers(left, right, answers);
  const words = transcriptErrors(said.said.join(' '), became.heard.join(' '));
  const share = (value: number) => `${(100 * value).toFixed(1)} %`;
  const at = (all: readonly number[], part: number) =>
    all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? Number.NaN;
  const spread = (ms: readonly number[]) =>
    `p50 ${at(ms, 0.5).toFixed(0)} ms, p95 ${at(ms, 0.95).toFixed(0)} ms`;
  const sound = ({ saidS, heardS, missing, holesMs }: typeof candidate) =>
    `${(heardS / 60).toFixed(2)} of ${(saidS / 60).toFixed(2)} minutes of speech (${share(heardS / saidS)}), ${missing} stretches not at all; ` +
    `${holesMs.length} holes of 0.3 s or more, the longest ${Math.max(0, ...holesMs) / 1000} s`;
  console.log(
    [
      `over ${values.over}, ${values.loss} lost, ${values.delay}–${Number(values.delay) + Number(values.jitter)} ms late, outage of ${values.outage} s; ${carried}`,
      `ended: ${became.state}, by ${said.endedBy}, after ${became.minutes.toFixed(1)} minutes`,
      `candidate in the recording: ${said.said.length} answers; ${sound(candidate)}`,
      `transcript of record: ${words.referenceWords} words said, ${share(words.rate)} errors (${words.deletions} missing, ${words.insertions} too many, ${words.substitutions} others)`,
      `end of an answer to first sound, from the recording: ${spread(candidate.responseMs)} (${candidate.responseMs.length}); cut off ${candidate.cutOff}`,
      `of it until the decision: ${spread(became.waits.decision)}; from there to sound: ${spread(became.waits.sound)}`,
      `as the server noted it: cut off ${courtesy.falseCutOffs} of ${courtesy.turns}; asked whether the candidate is there ${courtesy.silencePrompts} times`,
      `page: found its way back ${said.resumed} times (after ${said.awayS.map((away) => `${away.toFixed(1)} s`).join(', ') || '–'}), ${said.peers} peer connections; ${said.concealed === null ? 'sound over the WebSocket' : `${share(said.concealed)} of the interviewer's sound made up, in ${said.concealments} pieces; ${said.bufferMs!.toFixed(0)} ms of buffer`}`,
      `live process: ${liveMb.before} MB before, ${[1, 0.25, 0.5, 0.75, 1].map((part, index) => (index === 0 ? liveMb.each[0] : liveMb.each[Math.floor((liveMb.each.length - 1) * part)])).join(', ')} MB after a minute, a quarter, half, three quarters and at the end, ${liveMb.after} MB when stored; ${became.restarts} restarts; candidate noted as away ${became.left} times`,
    ].join('\n'),
  );
}

async function pcmOf(path: string): Promise<Int16Array> {
  const bytes = await readFile(path);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readInt16LE(2 * at));
}

function channelsOf(wav: Buffer): [Int16Array, Int16Array] {
  const frames = Math.max(0, Math.floor((wav.length - 44) / 4));
  const channel = (at: number) =>
    Int16Array.from({ length: frames }, (_, frame) => wav.readInt16LE(44 + 4 * frame + 2 * at));
  return [channel(0), channel(1)];
}
