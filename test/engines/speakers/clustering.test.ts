import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import type { Span } from '#server/domain/transcript/types.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { createClusteringSpeakers } from '#server/engines/speakers/clustering.ts';
import type { Diarisation } from '#server/engines/speakers/port.ts';
import type { VadEngine } from '#server/engines/vad/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { rightShare } from '../../../testkit/der.ts';
import { buildRealInterview, heldOutAdults, type TruthTurn } from '../../../testkit/real-interview.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');
const models = join(root, 'models', 'bundled');
const activityModelPath = join(models, 'voice-activity.onnx');
const segmentationModelPath = join(models, 'segmentation.onnx');
const encoderModelPath = join(models, 'speaker-encoder.onnx');
const speakers = createClusteringSpeakers({
  modelPath: join(models, 'voices.json'),
  encoderModelPath,
  segmentationModelPath,
  activityModelPath,
});
const { signal } = new AbortController();
/** Of the sample: four questions, and answers to three of them. */
const SAMPLE_MS = 141_000;
let workDir: string;
let vad: VadEngine;
let sample: {
  pcmPath: string;
  durationMs: number;
  turns: TruthTurn[];
  speech: Span[];
  found: Diarisation;
};

before(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'assay-speakers-'));
  vad = await createSileroVad({ modelPath: join(models, 'silero-vad-v6.onnx') });
  const pcmPath = join(workDir, 'sample.pcm');
  const { durationMs } = await createFfmpegAudio().decode(
    join(root, 'scripts', 'sample', 'interview.mp3'),
    {
      outPath: pcmPath,
      channelPaths: [join(workDir, 'l.pcm'), join(workDir, 'r.pcm')],
      maxDurationMs: SAMPLE_MS,
    },
    signal,
  );
  const truth: { turns: TruthTurn[] } = JSON.parse(
    await readFile(join(root, 'scripts', 'sample', 'interview.json'), 'utf8'),
  );
  const turns = truth.turns.filter(({ endMs }) => endMs <= SAMPLE_MS);
  const speech = await speechIn(pcmPath, durationMs);
  const found = await speakers.diarise({ pcmPath, channelPcmPaths: null, speech, signal });
  sample = { pcmPath, durationMs, turns, speech, found };
});
after(() => rm(workDir, { recursive: true, force: true }));

const speechIn = (pcmPath: string, durationMs: number) =>
  vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });

/** The recording with one person's turns only, half a second apart. */
async function alone(recording: { pcmPath: string; turns: TruthTurn[] }, person: string) {
  const pcm = await readFile(recording.pcmPath);
  const own = recording.turns.filter((turn) => turn.speaker === person);
  const parts = own.map((turn) => pcm.subarray(turn.startMs * 32, turn.endMs * 32));
  const bytes = Buffer.concat(parts.flatMap((part) => [part, Buffer.alloc(32 * 500)]));
  const pcmPath = join(workDir, 'alone.pcm');
  await writeFile(pcmPath, bytes);
  return await diariseFile(pcmPath, Math.floor(bytes.length / 32));
}

async function diariseFile(pcmPath: string, durationMs: number) {
  return await speakers.diarise({
    pcmPath,
    channelPcmPaths: null,
    speech: await speechIn(pcmPath, durationMs),
    signal,
  });
}

test('in the sample interview the right person is heard at least 95 % of the time', () => {
  const { found } = sample;
  assert.equal(found.speakerCount, 2);
  assert.ok(rightShare(sample.turns, found.turns) >= 0.95, `right ${rightShare(sample.turns, found.turns)}`);
});

test('speakers are named by first appearance and turns come in order', () => {
  const { turns } = sample.found;
  assert.equal(turns[0]!.speaker, 'S1');
  for (const [i, turn] of turns.entries()) {
    assert.ok(turn.endMs > turn.startMs && turn.endMs <= sample.durationMs + 20);
    assert.ok(i === 0 || turn.startMs >= turns[i - 1]!.startMs);
  }
});

test('the candidate of the sample alone is one speaker', async () => {
  assert.equal((await alone(sample, 'candidate')).speakerCount, 1);
});

/** The sample with each person on a channel of their own, the other one leaking through at −20 dB. */
async function twoChannels(leak: number): Promise<[string, string]> {
  const pcm = await readFile(sample.pcmPath);
  const voices = ['interviewer', 'candidate'];
  const channels = voices.map(() => Buffer.alloc(pcm.length));
  for (let at = 0; at + 1 < pcm.length; at += 2) {
    const atMs = at / 32;
    const turn = sample.turns.find(({ startMs, endMs }) => atMs >= startMs - 200 && atMs < endMs + 200);
    for (const [i, voice] of voices.entries()) {
      const gain = turn && turn.speaker === voice ? 1 : leak;
      channels[i]!.writeInt16LE(Math.round(pcm.readInt16LE(at) * gain), at);
    }
  }
  const paths: [string, string] = [join(workDir, 'left.pcm'), join(workDir, 'right.pcm')];
  await Promise.all(paths.map((path, i) => writeFile(path, channels[i]!)));
  return paths;
}

test('one person per channel: the channels say who speaks', async () => {
  const found = await speakers.diarise({
    pcmPath: sample.pcmPath,
    channelPcmPaths: await twoChannels(0.1),
    speech: sample.speech,
    signal,
  });
  assert.equal(found.method, 'channel-levels');
  assert.equal(found.speakerCount, 2);
  assert.ok(rightShare(sample.turns, found.turns) >= 0.97, `right ${rightShare(sample.turns, found.turns)}`);
});

test('two channels of one person are one where the submission says so', async () => {
  const found = await speakers.diarise({
    pcmPath: sample.pcmPath,
    channelPcmPaths: await twoChannels(0.1),
    speech: sample.speech,
    knownSpeakers: 1,
    signal,
  });
  assert.deepEqual([found.speakerCount, found.countProbability, found.warnings], [1, 1, []]);
});

test('two people at once on two channels are two turns over one another', async () => {
  const [left, right] = await twoChannels(0.02);
  const [a, b] = [await readFile(left), await readFile(right)];
  // The candidate's first answer is laid over the interviewer's first question.
  const [question, answer] = [sample.turns[0]!, sample.turns[1]!];
  const lengthMs = Math.min(question.endMs - question.startMs, answer.endMs - answer.startMs) - 500;
  b.copy(b, question.startMs * 32, answer.startMs * 32, (answer.startMs + lengthMs) * 32);
  await writeFile(left, a);
  await writeFile(right, b);
  const { speech } = sample;
  const found = await speakers.diarise({
    pcmPath: sample.pcmPath,
    channelPcmPaths: [left, right],
    speech,
    signal,
  });
  const over = found.turns.filter((turn) => turn.overlap && turn.startMs < question.endMs);
  assert.equal(new Set(over.map((turn) => turn.speaker)).size, 2);
});

test('a room in stereo falls back to the voices, and hears in them what it heard before', async () => {
  const copies: [string, string] = [sample.pcmPath, sample.pcmPath];
  const { speech } = sample;
  const found = await speakers.diarise({ pcmPath: sample.pcmPath, channelPcmPaths: copies, speech, signal });
  assert.deepEqual(found, sample.found);
});

test('no speech has no turns', async () => {
  const found = await speakers.diarise({
    pcmPath: sample.pcmPath,
    channelPcmPaths: null,
    speech: [],
    signal,
  });
  assert.deepEqual(found.turns, []);
});

test('digital silence passed off as speech is one speaker', async () => {
  const pcmPath = join(workDir, 'silence.pcm');
  await writeFile(pcmPath, Buffer.alloc(32 * 60_000));
  const speech = [
    { startMs: 1000, endMs: 20_000 },
    { startMs: 25_000, endMs: 59_000 },
  ];
  const found = await speakers.diarise({ pcmPath, channelPcmPaths: null, speech, signal });
  assert.equal(found.speakerCount, 1);
});

test('a few seconds of speech are one speaker, with a warning', async () => {
  const speech = sample.speech.slice(0, 1);
  const short = [
    { startMs: speech[0]!.startMs, endMs: Math.min(speech[0]!.endMs, speech[0]!.startMs + 4000) },
  ];
  const found = await speakers.diarise({
    pcmPath: sample.pcmPath,
    channelPcmPaths: null,
    speech: short,
    signal,
  });
  assert.equal(found.speakerCount, 1);
  assert.equal(found.warnings.length, 1);
});

test('a model file of another shape is refused by name', async () => {
  const modelPath = join(workDir, 'odd.json');
  const stored = JSON.parse(await readFile(join(models, 'voices.json'), 'utf8'));
  await writeFile(modelPath, JSON.stringify({ ...stored, dims: stored.dims + 1 }));
  const broken = createClusteringSpeakers({
    modelPath,
    encoderModelPath,
    segmentationModelPath,
    activityModelPath,
  });
  const speech = [{ startMs: 0, endMs: 60_000 }];
  await assert.rejects(
    broken.diarise({ pcmPath: sample.pcmPath, channelPcmPaths: null, speech, signal }),
    /odd\.json/,
  );
});

test('a cancelled run stops', async () => {
  const speech = [{ startMs: 0, endMs: sample.durationMs }];
  const stopped = AbortSignal.abort();
  await assert.rejects(
    speakers.diarise({ pcmPath: sample.pcmPath, channelPcmPaths: null, speech, signal: stopped }),
    { name: 'AbortError' },
  );
});

/** A woman and a man, and LJSpeech and a learner, are told apart in test/e2e/main-job.test.ts. */
test('real people: two women are told apart at least 85 % of the time, and one alone is one', {
  skip: withoutSharedData(),
}, async () => {
  const women = (await heldOutAdults(findSharedData()!)).filter(({ gender }) => gender === 'f');
  const built = await buildRealInterview({
    interviewer: women[4]!,
    candidate: women[9]!,
    outDir: workDir,
    seed: 3,
    minDurationMs: 130_000,
  });
  const found = await diariseFile(built.pcmPath, built.durationMs);
  assert.equal(found.speakerCount, 2);
  assert.ok(rightShare(built.turns, found.turns) >= 0.85, `right ${rightShare(built.turns, found.turns)}`);
  assert.equal((await alone(built, built.candidate)).speakerCount, 1);
});
