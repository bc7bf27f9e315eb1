/**
 * The candidate of `interviews-network.ts`, in a namespace of its own: the real page in Debian's Chromium, whose microphone says real
 * people's sentences whenever the interviewer listens. Prints what was said and how the sound came, as one line of JSON.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LiveMessage } from '#server/live/protocol.ts';
import { texts } from '../../../server/web/candidate/texts/en.ts';
import { launchChromium } from '../../../testkit/console-demo/chromium.ts';
import { seededRandom } from '../../../testkit/random.ts';
import { PER_MS, peoplesSentences } from '../interviews/sentences.ts';

export interface CandidateReport {
  /** Of each answer: what was said. */
  said: string[];
  /** Raw PCM s16le mono 16 kHz in this folder: `0.pcm` and so on are the answers. */
  folder: string;
  /** Times that the page found its way back. */
  resumed: number;
  /** Peer connections that were up. */
  peers: number;
  /** Share of the interviewer's sound that had to be made up, 0–1; null over the WebSocket. */
  concealed: number | null;
  /** How often, in stretches of whatever length; null over the WebSocket. */
  concealments: number | null;
  /** Mean time that sound waited for late packets, ms; null over the WebSocket. */
  bufferMs: number | null;
  /** From losing the connection to being back, s, each time. */
  awayS: number[];
  endedBy: string;
}

const [link = '', over = 'webrtc', minutes = '40', seed = '1', data = '', folder = ''] =
  process.argv.slice(2);
const random = seededRandom(Number(seed));
const THINK_MS = { least: 400, more: 1200 };
const ANSWER_WITHIN_MS = 20_000;
/** Between the sentences of an answer: too short to be taken for its end. */
const BETWEEN_MS = 150;

/** In the page, before its own code: a microphone that says what it is given, and what came over each peer connection. */
const before = (isPeerless: boolean) => `
  ${isPeerless ? 'delete window.RTCPeerConnection;' : ''}
  let context, out;
  navigator.mediaDevices.getUserMedia = async () => {
    context ??= new AudioContext({ sampleRate: 48000 });
    await context.resume();
    out = context.createMediaStreamDestination();
    const noise = context.createBuffer(1, 48000, 48000);
    noise.getChannelData(0).forEach((_, at, all) => { all[at] = (Math.random() - .5) / 3000; });
    const hiss = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
    hiss.connect(out);
    hiss.start();
    return out.stream;
  };
  window.say = (text) => new Promise((done) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const samples = new Int16Array(bytes.buffer);
    const sound = context.createBuffer(1, samples.length, 16000);
    sound.getChannelData(0).forEach((_, at, all) => { all[at] = samples[at] / 32768; });
    const source = new AudioBufferSourceNode(context, { buffer: sound });
    source.connect(out);
    source.onended = () => done();
    source.start();
  });
  window.peers = [];
  const Own = window.RTCPeerConnection;
  if (Own) window.RTCPeerConnection = class extends Own {
    constructor(...given) {
      super(...given);
      const seen = {};
      window.peers.push(seen);
      const timer = setInterval(async () => {
        if (this.connectionState === 'closed') return clearInterval(timer);
        for (const report of (await this.getStats()).values())
          if (report.type === 'inbound-rtp') Object.assign(seen, report);
      }, 1000);
    }
  };
`;

const sentences = await peoplesSentences({ data, folder, count: 300 });
const origin = new URL(link).origin;
const browser = await launchChromium([
  `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  '--use-fake-device-for-media-stream',
]);
try {
  const context = await browser.newContext({ permissions: ['microphone'], locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(before(over === 'websocket'));
  const messages: LiveMessage[] = [];
  const awayS: number[] = [];
  let lastMs = performance.now();
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const atMs = performance.now();
      if (typeof payload === 'string') {
        const message = JSON.parse(payload) as LiveMessage;
        messages.push(message);
        if (message.type === 'joined' && message.isResumed) awayS.push((atMs - lastMs) / 1000);
      }
      lastMs = atMs;
    }),
  );
  const phase = () => messages.findLast((message) => message.type === 'phase')?.phase;
  const isOver = () => messages.some(({ type }) => type === 'ended');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(link);
  await press(texts.goOn);
  await press(texts.microphone.allow);
  await press(texts.microphone.start);
  await page.getByText(texts.interview.end).waitFor();

  const untilMs = performance.now() + Number(minutes) * 60_000;
  const said: string[] = [];
  while (performance.now() < untilMs && !isOver()) {
    if (!(await reaches(() => phase() === 'listening'))) continue;
    await delay(THINK_MS.least + random() * THINK_MS.more);
    if (phase() !== 'listening' || isOver()) continue;
    const answer = answerOf(2 + Math.floor(random() * 2));
    const from = messages.length;
    await page.evaluate(`say(${JSON.stringify(Buffer.from(answer.samples.buffer).toString('base64'))})`);
    await writeFile(join(folder, `${said.length}.pcm`), answer.samples);
    said.push(answer.text);
    await reaches(() =>
      messages.slice(from).some((message) => message.type === 'phase' && message.phase === 'speaking'),
    );
  }
  const endedBy = isOver() ? 'the interviewer' : 'the candidate';
  if (!isOver()) {
    await press(texts.interview.end);
    await press(texts.interview.endYes);
  }
  await page.getByRole('heading', { name: texts.ended.title }).waitFor();
  const peers = (await page.evaluate('peers')) as Record<string, number>[];
  const used = peers.filter(({ totalSamplesReceived = 0 }) => totalSamplesReceived > 0);
  const sum = (name: string) => used.reduce((all, peer) => all + (peer[name] ?? 0), 0);
  console.log(
    JSON.stringify({
      said,
      folder,
      awayS,
      resumed: messages.filter((message) => message.type === 'joined' && message.isResumed).length,
      peers: used.length,
      concealed: used.length === 0 ? null : sum('concealedSamples') / sum('totalSamplesReceived'),
      concealments: used.length === 0 ? null : sum('concealmentEvents'),
      bufferMs:
        used.length === 0 ? null : (1000 * sum('jitterBufferDelay')) / sum('jitterBufferEmittedCount'),
      endedBy,
    } satisfies CandidateReport),
  );

  async function reaches(is: () => boolean): Promise<boolean> {
    const giveUpMs = Math.min(untilMs, performance.now() + ANSWER_WITHIN_MS);
    while (!is()) {
      if (performance.now() > giveUpMs || isOver()) return false;
      await delay(20);
    }
    return true;
  }
} finally {
  await browser.close();
}
process.exit();

function answerOf(count: number): { text: string; samples: Int16Array } {
  const parts = Array.from({ length: count }, () => sentences[Math.floor(random() * sentences.length)]!);
  const length = parts.reduce((sum, { samples }) => sum + samples.length + BETWEEN_MS * PER_MS, 0);
  const samples = new Int16Array(length);
  let at = 0;
  for (const part of parts) {
    samples.set(part.samples, at);
    at += part.samples.length + BETWEEN_MS * PER_MS;
  }
  return { text: parts.map(({ text }) => text).join(' '), samples };
}
