/**
 * Writes what the activity network learns from: simulated conversations as the product hears them, and who really speaks.
 *
 *   node lab/make-activity-training.ts --out DIR [--count 400] [--part train|choose] [--people mixed|adults|children]
 *                                          [--seed N] [--first N] [--data ../shared/data]
 *
 * DIR/mel.i8     int8, steps × 2 × 64 for each conversation: normalised log-mel × 24
 * DIR/tracks.i8  int8, TRACKS × steps for each voice: `voiceTracks` × 24
 * DIR/labels.u8  steps for each voice: 1 where that person is heard, 255 during laughter
 * DIR/index.jsonl  a line a conversation: {steps, voices, people, group}, in the order of the files
 *
 * One to four people of the part; each may be played slower or faster as another person. Half of the conversations are interviews, half
 * talk with short turns and up to 35 % overlap. The number of people is told, as if the count were always right; in one of twelve
 * conversations of two it is told wrong, and the one voice is both people. Conversation N depends on the seed and N alone. `report` is
 * not to be learnt from and is refused.
 */
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { BANDS, normalisedMel, stepsOf } from '#server/engines/speakers/activity-network.ts';
import { tellApart } from '#server/engines/speakers/clustering.ts';
import { createSegmentationNetwork } from '#server/engines/speakers/segmentation.ts';
import { speechTimeline } from '#server/engines/speakers/speech-timeline.ts';
import { STEP_MS, TRACKS, voiceTracks } from '#server/engines/speakers/voice-tracks.ts';
import { createVoiceEmbedder } from '#server/engines/speakers/voices/embedder.ts';
import { readVoiceFrames } from '#server/engines/speakers/voices/frames.ts';
import { readVoiceModel } from '#server/engines/speakers/voices/model.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { logMel } from '#server/native.ts';
import { sharedDataDir } from '../testkit/conversations/casts.ts';
import { throughCodec } from '../testkit/conversations/codec.ts';
import { type Conversation, type Speaking, simulate } from '../testkit/conversations/simulate.ts';
import { atSpeed } from '../testkit/conversations/sounds.ts';
import {
  type AgeGroup,
  type Part,
  readVoices,
  type Utterance,
  type Voice,
} from '../testkit/conversations/voices.ts';
import { seededRandom, shuffled } from '../testkit/random.ts';
import { bundledModels } from './bench/speakers/engine.ts';

const SPEEDS = [1, 1, 0.88, 0.94, 1.06, 1.13];
/** One person, two, three, four, by a draw of 0–1. */
const CAST_UP_TO = [0.1, 0.7, 0.9];
const LENGTH_MS = [50_000, 150_000] as const;
/** Two people who are told to be one. */
const MERGED_SHARE = 1 / 12;
const SCALE = 24;
const UNSCORED = 255;

/** Conversation `index`; its people are drawn from `voices`. */
export async function drawConversation(
  voices: readonly Voice[],
  seed: number,
  index: number,
): Promise<{ conversation: Conversation; people: string[]; told: number }> {
  const random = seededRandom(seed * 1_000_003 + index);
  const draw = random();
  const size = 1 + CAST_UP_TO.filter((limit) => draw > limit).length;
  const inOrder = shuffled(voices, random);
  const cast: Speaking[] = [];
  for (const { id, utterances } of inOrder.slice(0, size)) {
    const speed = SPEEDS[Math.floor(random() * SPEEDS.length)]!;
    cast.push({ id, utterances: (await utterances()).map((one) => faster(one, speed)) });
  }
  const murmur = [];
  for (const { utterances } of inOrder.slice(size, size + 4)) murmur.push(...(await utterances()));
  const chat = random() < 0.5;
  const conversation = simulate({
    cast,
    murmur,
    durationMs: LENGTH_MS[0] + (LENGTH_MS[1] - LENGTH_MS[0]) * random(),
    random,
    plan: {
      overlapShare: size === 1 ? 0 : (chat ? 0.35 : 0.15) * random(),
      ...(chat ? { answersMs: [600, 5000] as const, talkRatio: 0.5 + 2 * random() } : {}),
    },
  });
  const merged = size === 2 && random() < MERGED_SHARE;
  return { conversation, people: cast.map(({ id }) => id), told: merged ? 1 : size };
}

function faster({ samples, sounding }: Utterance, speed: number): Utterance {
  if (speed === 1) return { samples, sounding };
  const scaled = (ms: number) => Math.round(ms / speed);
  return {
    samples: atSpeed(samples, speed),
    sounding: sounding.map(({ startMs, endMs }) => ({ startMs: scaled(startMs), endMs: scaled(endMs) })),
  };
}

/** Where each person is heard, by step. */
export function labelsOf(
  { reference, unscored }: Pick<Conversation, 'reference' | 'unscored'>,
  people: readonly string[],
  steps: number,
): Uint8Array[] {
  const stepAt = (ms: number) => Math.min(steps, Math.max(0, Math.round(ms / STEP_MS)));
  return people.map((person) => {
    const labels = new Uint8Array(steps);
    for (const { speaker, startMs, endMs } of reference)
      if (speaker === person) labels.fill(1, stepAt(startMs), stepAt(endMs));
    for (const { startMs, endMs } of unscored) labels.fill(UNSCORED, stepAt(startMs), stepAt(endMs));
    return labels;
  });
}

/** The labels of the person that each voice is: the assignment of voices to people in which most steps agree. */
export function labelsOfVoices(given: readonly Uint8Array[], labels: readonly Uint8Array[]): Uint8Array[] {
  if (given.length === 1) return [labels[0]!.map((_, step) => Math.max(...labels.map((one) => one[step]!)))];
  const shared = given.map((voice) =>
    labels.map((one) => voice.filter((is, s) => is && one[s] === 1).length),
  );
  let best: { people: number[]; score: number } = { people: [], score: -1 };
  const choose = (people: number[], score: number): void => {
    if (people.length === given.length) {
      if (score > best.score) best = { people, score };
      return;
    }
    for (const person of labels.keys())
      if (!people.includes(person)) choose([...people, person], score + shared[people.length]![person]!);
  };
  choose([], 0);
  return best.people.map((person) => labels[person]!);
}

const quantised = (values: Float32Array): Int8Array =>
  Int8Array.from(values, (value) => Math.max(-127, Math.min(127, Math.round(value * SCALE))));

async function createListener() {
  const { signal } = new AbortController();
  const vad = await createSileroVad({ modelPath: join(bundledModels, 'silero-vad-v6.onnx') });
  const embedder = await createVoiceEmbedder({ modelPath: join(bundledModels, 'speaker-encoder.onnx') });
  const segmentation = await createSegmentationNetwork({
    modelPath: join(bundledModels, 'segmentation.onnx'),
  });
  const model = await readVoiceModel(join(bundledModels, 'voices.json'));
  return async (pcmPath: string, durationMs: number, told: number) => {
    const speech = await vad.detectSpeech({ pcmPath, within: [{ startMs: 0, endMs: durationMs }], signal });
    const spans = await speechTimeline(pcmPath, speech, signal);
    const frames = await readVoiceFrames(pcmPath, spans, logMel, signal);
    const heard = await tellApart(model, frames, {
      pcmPath,
      embedder,
      local: await segmentation.windows(pcmPath, signal),
      knownSpeakers: told,
      signal,
    });
    const steps = await stepsOf(pcmPath);
    const mel = new Int8Array(steps * 2 * BANDS);
    for await (const chunk of normalisedMel(pcmPath, steps, signal)) {
      const frameCount = 2 * chunk.count;
      const bytes = quantised(chunk.mel);
      for (let f = 0; f < frameCount; f++)
        for (let b = 0; b < BANDS; b++) mel[(2 * chunk.from + f) * BANDS + b] = bytes[b * frameCount + f]!;
    }
    return { voices: heard.voices, mel, tracks: voiceTracks(frames, heard, steps), steps };
  };
}

async function main(): Promise<void> {
  const options = new Command('make-activity-training')
    .requiredOption('--out <folder>')
    .option('--count <n>', 'conversations', '400')
    .addOption(new Option('--part <part>', 'whose voices').choices(['train', 'choose']).default('train'))
    .addOption(new Option('--people <ages>').choices(['mixed', 'adults', 'children']).default('mixed'))
    .option('--seed <n>', 'other conversations', '1')
    .option('--first <n>', 'number of the first conversation', '0')
    .option('--data <folder>', 'with speechocean762')
    .parse()
    .opts<Record<'out' | 'count' | 'part' | 'people' | 'seed' | 'first', string> & { data?: string }>();
  const out = resolve(options.out);
  await mkdir(out, { recursive: true });
  const [mel, tracks, labels, index] = ['mel.i8', 'tracks.i8', 'labels.u8', 'index.jsonl'].map((name) =>
    join(out, name),
  ) as [string, string, string, string];
  const voices = await readVoices(
    sharedDataDir(options.data),
    options.part as Part,
    options.people as AgeGroup,
  );
  const listen = await createListener();
  const workDir = await mkdtemp(join(tmpdir(), 'assay-activity-'));
  const pcmPath = join(workDir, 'one.pcm');
  await Promise.all([mel, tracks, labels, index].map((file) => writeFile(file, '')));
  let [minutes, left] = [0, 0];
  try {
    for (let n = 0; n < Number(options.count); n++) {
      const at = Number(options.first) + n;
      const { conversation, people, told } = await drawConversation(voices, Number(options.seed), at);
      const { codec, kbps } = conversation.conditions;
      const pcm = await throughCodec(conversation.pcm, codec, kbps, workDir);
      await writeFile(pcmPath, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      const heard = await listen(pcmPath, conversation.durationMs, told);
      // Who cannot be told apart although the number is known teaches nothing about who is who.
      if (heard.voices !== told) {
        left++;
        continue;
      }
      const { steps } = heard;
      const given = Array.from({ length: told }, (_, voice) =>
        Uint8Array.from(
          heard.tracks.subarray((voice * TRACKS + 5) * steps, (voice * TRACKS + 6) * steps),
          (is) => (is > 0.5 ? 1 : 0),
        ),
      );
      await appendFile(mel, heard.mel);
      await appendFile(tracks, quantised(heard.tracks));
      for (const one of labelsOfVoices(given, labelsOf(conversation, people, steps)))
        await appendFile(labels, one);
      await appendFile(
        index,
        `${JSON.stringify({ steps, voices: told, people, overlap: conversation.conditions.plan.overlapShare })}\n`,
      );
      minutes += conversation.durationMs / 60_000;
      if (n % 25 === 24)
        process.stderr.write(
          `${n + 1} conversations, ${minutes.toFixed(0)} min, ${left} left out, ${(performance.now() / 1000).toFixed(0)} s\n`,
        );
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
