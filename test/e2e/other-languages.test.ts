import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { minutes } from '#server/time.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { ffmpeg, joinSamples, silence, speak, writePcm } from '#test/support/speech-sounds.ts';
import {
  answering,
  type Behaviour,
  startTranscriptionServer,
  type TranscriptionServer,
} from '#test/support/transcription-server.ts';
import { startThrowawayServer, type ThrowawayServer } from '../../testkit/throwaway-server.ts';

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
  server = await startThrowawayServer(process.env, {
    ASR_HTTP_URL: remote.url,
    ASR_HTTP_PATIENCE_SECONDS: '2',
    LANE_THREADS: '1',
  });
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

test('the trouble of the recognition server ends runs with a reason, never with a charge', async (t) => {
  t.after(() => remote.behave(german));
  const { apiKey } = await server.createKey(100);
  const client = createSpeechClient(server, apiKey);

  remote.behave(answering({ error: { message: 'out of memory' } }, 503));
  const { body: unlucky } = await client.submit(recording('short'));
  const failed = await client.ended(unlucky.id, minutes(1));
  assert.ok(failed.status === 'failed', failed.status);
  assert.equal(failed.error.code, 'TRANSCRIPTION_FAILED');
  // What the server answered is for the operator, who finds it in the log.
  assert.match(failed.error.message, /could not be used for 2 s\. Submit the recording again later\.$/);

  const words = [{ word: 'Guten', start: 1, end: 1.4, probability: 0.9 }];
  remote.behave(answering({ language: 'german', text: 'Guten', words }));
  const { body: foreign } = await client.submit(recording('short'));
  const refused = await client.ended(foreign.id, minutes(1));
  assert.ok(refused.status === 'failed', refused.status);
  assert.equal(refused.error.code, 'TRANSCRIPTION_LOW_CONFIDENCE');
  assert.ok(remote.asked.every(({ pcm }) => pcm.length <= 120_000 * 32));
  assert.equal((await client.get('/api/v1/credits')).body.creditBalance, 100);
});
