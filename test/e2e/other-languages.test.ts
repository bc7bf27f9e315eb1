import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { minutes } from '#server/time.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { ffmpeg, joinSamples, silence, speak, writePcm } from '#test/support/speech-sounds.ts';
import {
  type Behaviour,
  startTranscriptionServer,
  type TranscriptionServer,
} from '#test/support/transcription-server.ts';
import { startThrowawayServer, type ThrowawayServer } from '../../scripts/shared/throwaway-server.ts';

/** The real server on a recognition server that hears German, a language no aligner knows. */
let folder: string;
let server: ThrowawayServer;
let remote: TranscriptionServer;
const recording = (name: string) => join(folder, `${name}.mp3`);

const vocabulary =
  'ich habe lange in einem kleinen werk gearbeitet und dort viel über maschinen gelernt'.split(' ');

/** Hears a word every 400 ms, whatever is said. */
const german: Behaviour = ({ pcm }, response) => {
  const durationS = pcm.length / 32_000;
  const words = Array.from({ length: Math.floor(durationS / 0.4) }, (_, index) => ({
    word: vocabulary[index % vocabulary.length]!,
    start: index * 0.4,
    end: index * 0.4 + 0.36,
    probability: 0.9,
  }));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      language: 'german',
      duration: durationS,
      text: words.map(({ word }) => word).join(' '),
      words,
    }),
  );
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-languages-'));
  const sentence = await speak(
    'For many years I worked in a small factory, and I learned a lot there.',
    'rms',
    folder,
  );
  for (const [name, repeats, pauseMs] of [
    // Eighty seconds of speech in as short a recording as is taken.
    ['long', 22, 5500],
    ['short', 6, 28_000],
  ] as const) {
    const whole = joinSamples(
      Array.from({ length: repeats }, () => [sentence.samples, silence(pauseMs)]).flat(),
    );
    const pcm = await writePcm(join(folder, `${name}.pcm`), whole);
    await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${pcm} -b:a 64k ${recording(name)}`);
  }
  remote = await startTranscriptionServer(german);
  server = await startThrowawayServer(process.env, { ASR_HTTP_URL: remote.url });
  await server.ready();
});
after(async () => {
  await Promise.all([server?.stop(), remote?.close()]);
  await rm(folder, { recursive: true, force: true });
});

test('an interview in a language without aligner is scored, and says what its accent rests on', async () => {
  const { apiKey } = await server.createKey(100);
  const client = createSpeechClient(server, apiKey);
  const submit = (name: string) => client.submit(recording(name), { language: 'de' });
  const [{ body: long }, { body: short }] = [await submit('long'), await submit('short')];

  const run = await client.ended(long.id, minutes(3));
  assert.ok(run.status === 'success', JSON.stringify(run).slice(0, 1500));
  assert.equal(run.audio.languageCode, 'de');
  for (const name of ['vocabulary', 'fluency', 'accent', 'overall'] as const) {
    assert.equal(typeof run.scores[name], 'number', name);
  }
  const accent = run.analysis!.accent!;
  assert.equal(accent.confidence, 'low');
  assert.equal(accent.calibration!.id, 'accent-prosody-1');
  assert.match(accent.warnings!.join(' '), /No aligner knows "de".*not from single sounds/);
  assert.equal(accent.words, undefined);
  assert.equal(accent.phones, undefined);
  assert.ok(accent.features!.pitchRange!.value > 0);
  assert.match(run.hrRecommendation!, /Single sounds could not be examined in this language/);
  assert.doesNotMatch(run.candidateFeedback!, /easy to make out|hard to make out/);

  const failed = await client.ended(short.id, minutes(1));
  assert.ok(failed.status === 'failed', failed.status);
  assert.equal(failed.error.code, 'ACCENT_SCORE_UNAVAILABLE');
  assert.match(failed.error.message, /accent is scored from 30 seconds on/);
});
