import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { minutes } from '#server/time.ts';
import { writeParrotModel } from '#test/support/parrot-model.ts';
import { createSpeechClient } from '#test/support/speech-client.ts';
import { ffmpeg, joinSamples, silence, speak, writePcm } from '#test/support/speech-sounds.ts';
import { builtProgram } from '../../testkit/built-program.ts';
import { startThrowawayServer, type ThrowawayServer } from '../../testkit/throwaway-server.ts';
import { comparableWords, wordErrors } from '../../testkit/word-errors.ts';

/**
 * The real server on a Whisper model that was installed and chosen by `assay models`. The model always says the same sentence, so
 * a recording of a speaker who says it again and again is recognised word by word.
 */
const phrases = [
  'My work in the team was to plan the new project,',
  'and I often talked with people who use it.',
];
const sentence = phrases.join(' ');
const repeats = 26;

let folder: string;
let recording: string;
let modelsDir: string;
const servers: ThrowawayServer[] = [];

const assay = (...args: string[]) =>
  promisify(execFile)(process.execPath, [builtProgram('server/cli.ts'), ...args], {
    env: { ...process.env, MODELS_DIR: modelsDir, LANE_THREADS: '1' },
  });

async function serve(settings: Record<string, string> = {}) {
  const server = await startThrowawayServer(process.env, { LANE_THREADS: '1', ...settings });
  servers.push(server);
  await server.ready();
  const { apiKey } = await server.createKey(100);
  return createSpeechClient(server, apiKey);
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-whisper-'));
  modelsDir = join(folder, 'models');
  const spoken = [];
  for (const phrase of phrases) spoken.push(await speak(phrase, 'rms', folder));
  // A window begins a little before the voice detector hears speech.
  let atSeconds = 0.1;
  const timed = spoken.map(({ samples }, index) => {
    const startSeconds = atSeconds;
    atSeconds += samples.length / 16_000;
    return { text: phrases[index]!, startSeconds, endSeconds: atSeconds };
  });
  const said = joinSamples(spoken.map(({ samples }) => samples));
  const whole = joinSamples(Array.from({ length: repeats }, () => [said, silence(1200)]).flat());
  const pcm = await writePcm(join(folder, 'said.pcm'), whole);
  recording = join(folder, 'said.mp3');
  await ffmpeg(`-f s16le -ar 16000 -ac 1 -i ${pcm} -b:a 64k ${recording}`);

  const exported = join(folder, 'export');
  await writeParrotModel(exported, { language: 'en', phrases: timed });
  await assay('models', 'import', exported, '--id', 'whisper-parrot', '--licence', 'none');
});
after(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

test('a chosen Whisper model is heard through the whole pipeline', async (t) => {
  await assay('models', 'use', 'asr=whisper-parrot');
  // So small a model would leave English to the embedded recogniser.
  const client = await serve({ MODELS_DIR: modelsDir, ASR_ENGINE: 'whisper' });
  const { body: accepted } = await client.submit(recording);
  const run = await client.ended(accepted.id, minutes(5));
  assert.equal(run.status, 'success', JSON.stringify(run).slice(0, 2000));
  assert.ok(run.status === 'success');

  await t.test('its words are the words that were said', () => {
    const words = run.transcript.segments.flatMap((segment) => segment.words);
    const reference = comparableWords(Array.from({ length: repeats }, () => sentence).join(' '));
    const { rate } = wordErrors(reference, comparableWords(words.map(({ text }) => text).join(' ')));
    assert.ok(rate <= 0.05, `word error rate ${rate.toFixed(3)}`);
    const doubted = words.filter(({ uncertain }) => uncertain).length;
    assert.ok(doubted < 0.1 * words.length, `${doubted} of ${words.length} words are doubted`);
  });

  await t.test('the result names the model and the language it heard', () => {
    const { quality } = run.analysis!;
    assert.equal(quality.recogniser.id, 'whisper-parrot');
    assert.ok(quality.languageProbability! > 0.99);
    assert.equal(run.audio.languageCode, 'en');
    // The aligner gave the words their times.
    assert.ok(quality.warnings.every((warning) => !/estimates|attention/.test(warning)));
  });

  await t.test('and every dimension is scored', () => {
    for (const name of ['vocabulary', 'fluency', 'accent', 'overall'] as const) {
      assert.equal(typeof run.scores[name], 'number', name);
    }
  });
});

test('the demo hears other languages with the installed model', async () => {
  await assay('models', 'use', 'asr=whisper-parrot');
  // The model is asked, and knows better.
  await assert.rejects(assay('demo', recording, '--language', 'de', '--json'), ({ stdout, code }) => {
    const { error } = JSON.parse(stdout);
    assert.equal(error.code, 'TRANSCRIPTION_LOW_CONFIDENCE');
    assert.match(error.message, /does not sound like German.*taken for English/);
    return code === 1;
  });
});

test('a chosen model that is gone keeps the server from starting, and says what to do', async () => {
  await writeFile(join(modelsDir, 'whisper-parrot', 'config.json'), '{}');
  await assert.rejects(startThrowawayServer(process.env, { MODELS_DIR: modelsDir }), {
    message: /config\.json[\s\S]*assay models use asr=embedded/,
  });
});
