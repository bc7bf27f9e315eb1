/**
 * The HTTP recogniser against a real server, faster-whisper-server (an OpenAI-compatible one, MIT, requirements-peer.txt):
 *
 *     node lab/bench/real-whisper/http.ts DATA/clips --ct2 CT2 --python VENV/bin/python [--minutes 20]
 *
 * The same words as asking the server by hand, clip by clip; one long recording, with the server killed while it is at work and
 * started again: the same words again, and nothing asked of another server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import { wavOf } from '../../../server/domain/wav.ts';
import { createHttpAsr } from '../../../server/engines/asr/http/engine.ts';
import { pcmDurationMs } from '../../../server/engines/audio/pcm.ts';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';
import { comparableWords, wordErrors } from '../../../testkit/word-errors.ts';
import { pcmClips } from './clips.ts';
import { errorsOf } from './errors.ts';
import { projectModelPath } from './places.ts';

const program = new Command('http')
  .argument('<clips>', 'recordings of people with manifest.csv')
  .requiredOption('--ct2 <folder>', 'model.bin and its small files')
  .option('--python <program>', 'with the packages of requirements-peer.txt', 'python3')
  .option('--minutes <count>', 'length of the long recording', '20')
  .parse();
const [clipsFolder] = program.args as [string];
const options = program.opts<{ ct2: string; python: string; minutes: string }>();

const folder = mkdtempSync(join(tmpdir(), 'assay-http-'));
const port = await freePort();
let server = await startServer();
const vad = await createSileroVad({ modelPath: projectModelPath('bundled/silero-vad-v6.onnx') });
const engine = createHttpAsr({
  ...{ url: `http://127.0.0.1:${port}`, model: 'whisper-1', apiKey: null },
  ...{
    languages: ['en', 'de', 'es', 'fr', 'pt', 'ja'],
    parallel: 2,
    timeoutMs: 300_000,
    patienceMs: 180_000,
  },
  identifyLanguage: true,
});
const { signal } = new AbortController();
try {
  console.log((await engine.check()).detail);
  await compareClips();
  await survive();
} finally {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

async function hear(pcm: string, language: string): Promise<string[]> {
  const within = [{ startMs: 0, endMs: await pcmDurationMs(pcm) }];
  const speech = await vad.detectSpeech({ pcmPath: pcm, within, signal });
  const { words } = await engine.transcribe({ pcmPath: pcm, speech, language, hotwords: [], signal });
  return words.map(({ text }) => text);
}

/** Asked by plain HTTP, without any code of ours. */
async function byHand(pcm: string, language: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(wavOf(readFileSync(pcm)))]), 'speech.wav');
  form.append('language', language);
  form.append('temperature', '0');
  const answer = await fetch(`http://127.0.0.1:${port}/v1/audio/transcriptions`, {
    method: 'POST',
    body: form,
  });
  return ((await answer.json()) as { text: string }).text;
}

async function compareClips(): Promise<void> {
  const sum = { clips: 0, same: 0, words: 0, apart: 0, ours: 0, theirs: 0, said: 0 };
  for (const { pcm, language, transcript } of await pcmClips(clipsFolder, folder)) {
    const words = (await hear(pcm, language)).join(' ');
    const plain = await byHand(pcm, language);
    const apart = wordErrors(comparableWords(plain, language), comparableWords(words, language));
    const wrong = apart.substitutions + apart.deletions + apart.insertions;
    sum.clips++;
    sum.same += wrong === 0 ? 1 : 0;
    sum.apart += wrong;
    sum.words += apart.referenceWords;
    for (const [who, text] of [
      ['ours', words],
      ['theirs', plain],
    ] as const) {
      const found = errorsOf(transcript, text, language);
      sum[who] += found.substitutions + found.deletions + found.insertions;
      if (who === 'ours') sum.said += found.referenceWords;
    }
  }
  console.log(
    `${sum.clips} clips, ${sum.same} with the same words as by hand, ${sum.apart} of ${sum.words} words apart; errors ` +
      `${sum.ours} and by hand ${sum.theirs} of ${sum.said}.`,
  );
}

/** Long, then long again with the server killed in the middle. */
async function survive(): Promise<void> {
  const clips = (await pcmClips(clipsFolder, folder)).filter(({ language }) => language === 'de');
  const pause = Buffer.alloc(24_000);
  const once = Buffer.concat(clips.flatMap(({ pcm }) => [readFileSync(pcm), pause]));
  const pcm = join(folder, 'long.pcm');
  const times = Math.ceil((Number(options.minutes) * 60 * 32_000) / once.length);
  writeFileSync(pcm, Buffer.concat(Array.from({ length: times }, () => once)));
  const from = performance.now();
  const calm = await hear(pcm, 'de');
  const tookMs = performance.now() - from;
  const disturbed = hear(pcm, 'de');
  for (const share of [0.3, 0.6]) {
    await delay((tookMs * share) / 2);
    server.kill('SIGKILL');
    await delay(4000);
    server = await startServer();
  }
  const again = await disturbed;
  const { substitutions, deletions, insertions } = wordErrors(calm, again);
  console.log(
    `${options.minutes} minutes: ${calm.length} words in ${(tookMs / 1000).toFixed(0)} s; with the server killed twice ${again.length} words, ` +
      `${substitutions + deletions + insertions} apart.`,
  );
}

async function startServer(): Promise<ChildProcess> {
  const child = spawn(
    options.python,
    ['-m', 'faster_whisper_server', options.ct2, '--host', '127.0.0.1', '--port', String(port)],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit').then(() => 'ended');
  for (;;) {
    const outcome = await Promise.race([ended, isHealthy()]);
    if (outcome === 'ended') throw new Error('The server ended; run it by hand to see why.');
    if (outcome === true) return child;
    await delay(300);
  }
}

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: found } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return found;
}
