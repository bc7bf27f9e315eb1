/**
 * Makes models/bundled/voices.json, what diarisation knows of human voices, from speechocean762 (CC BY 4.0).
 *
 *   node lab/train-voice-model.ts --data ../shared/data
 *   node lab/train-voice-model.ts --data ../shared/data --leave-out 0 --out voices-fold0.json
 *
 * Recordings of two are mixed from the training speakers, each also played slower and faster as another person, normalised as a
 * real recording is, and used to fit the UBM (EM), the total variability matrix (EM, Dehak et al. 2011) and the
 * discriminant projection. With `--leave-out K` speakers whose number leaves K when divided by three are never
 * heard: measurements use such a model and those speakers. Seeded: the same data and Node give the same file. About four minutes
 * on one core.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  FRAME_DIMS,
  normaliseFrames,
  readRawFrames,
  type VoiceFrames,
} from '#server/engines/speakers/voices/frames.ts';
import { PITCH_DIMS, voiceModelToJson } from '#server/engines/speakers/voices/model.ts';
import {
  cholesky,
  describeWindows,
  FRAME_INDEPENDENCE,
  framePosteriors,
  ivectorExtractor,
  layWindows,
  solve,
  windowStatistics,
} from '#server/engines/speakers/voices/windows.ts';
import { logMel } from '#server/native.ts';
import { atSpeed } from '../testkit/conversations/sounds.ts';
import { seededRandom, shuffled } from '../testkit/random.ts';
import { allSpeakers, decodeUtterances, foldOf } from '../testkit/real-interview.ts';
import { discriminantProjection, invertLower } from './training/discriminant.ts';
import { fitMixture } from './training/mixture.ts';

const COMPONENTS = 64;
const RANK = 64;
const DIMS = 24;
const UBM_FRAMES = 250_000;
const VARIABILITY_ROUNDS = 6;
const RECORDINGS = 800;
/** One person played at another speed counts as another person: pitch and formants move together. */
const SPEEDS = [1, 0.9, 1.1];
/** With what the speaker encoder hears of the same windows (voices/encoded.ts): 72 simulated conversations of two have 32 at most, seven of eight of three have more than that or are taken for two. */
const CROWD_ABOVE = 20;

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '11' },
    'leave-out': { type: 'string' },
  },
});
const dataDir = resolve(args.data ?? join(import.meta.dirname, '../../shared/data'));
const outPath = resolve(args.out ?? join(import.meta.dirname, '../models/bundled/voices.json'));
const leftOut = args['leave-out'] === undefined ? undefined : Number(args['leave-out']);
const random = seededRandom(Number(args.seed));
const say = (line: string) =>
  process.stderr.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}\n`);

/** `id` is the speaker's, whatever the speed. */
type Person = { id: string; gender: string; adult: boolean; frames: VoiceFrames };

async function hearEverybody(): Promise<Person[]> {
  const workDir = await mkdtemp(join(tmpdir(), 'assay-voices-'));
  const people: Person[] = [];
  try {
    for (const speaker of await allSpeakers(dataDir)) {
      if (leftOut !== undefined && foldOf(speaker) === leftOut) continue;
      const { id, gender, age } = speaker;
      const utterances = await decodeUtterances(speaker.files, join(workDir, 'u'));
      for (const speed of SPEEDS) {
        const frames = await hear(
          utterances.map((samples) => atSpeed(samples, speed)),
          join(workDir, 'one.pcm'),
        );
        people.push({ id, gender, adult: age >= 18, frames });
      }
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return people;
}

async function hear(utterances: readonly Float32Array[], pcmPath: string): Promise<VoiceFrames> {
  const spans: { startMs: number; endMs: number }[] = [];
  const parts: Buffer[] = [];
  let atMs = 0;
  for (const samples of utterances) {
    const whole = samples.subarray(0, Math.floor(samples.length / 160) * 160);
    parts.push(Buffer.from(Int16Array.from(whole).buffer));
    spans.push({ startMs: atMs, endMs: atMs + whole.length / 16 });
    atMs += whole.length / 16;
  }
  await writeFile(pcmPath, Buffer.concat(parts));
  return await readRawFrames(pcmPath, spans, logMel, new AbortController().signal);
}

/** Frames of one recording of two people, normalised together, and which of the two each speech span is. */
function mix(one: Person, two: Person): { frames: VoiceFrames; voiceOfSpan: number[] } {
  const voiceOfSpan: number[] = [];
  const rows: { from: VoiceFrames; row: number; span: number }[] = [];
  for (const [voice, person] of [one, two].entries()) {
    // One of the two usually speaks more.
    const share = 0.35 + 0.65 * random();
    for (const span of shuffled([...new Set(person.frames.span.subarray(0, person.frames.count))], random)) {
      if (random() > share) continue;
      const first = person.frames.span.indexOf(span);
      let last = first;
      while (last + 1 < person.frames.count && person.frames.span[last + 1] === span) last++;
      for (let row = first; row <= last; row++)
        rows.push({ from: person.frames, row, span: voiceOfSpan.length });
      voiceOfSpan.push(voice);
    }
  }
  const frames: VoiceFrames = {
    count: rows.length,
    atMs: Int32Array.from(rows, (_, i) => i * 10),
    span: Int32Array.from(rows, (row) => row.span),
    features: new Float32Array(rows.length * FRAME_DIMS),
    active: Uint8Array.from(rows, ({ from, row }) => from.active[row]!),
    logF0: Float32Array.from(rows, ({ from, row }) => from.logF0[row]!),
  };
  for (const [i, { from, row }] of rows.entries())
    frames.features.set(from.features.subarray(row * FRAME_DIMS, (row + 1) * FRAME_DIMS), i * FRAME_DIMS);
  normaliseFrames(frames);
  return { frames, voiceOfSpan };
}

/** (L·Lᵀ)⁻¹. */
function covarianceOf(lower: Float64Array): Float64Array {
  const inverse = invertLower(lower, RANK);
  const covariance = new Float64Array(RANK * RANK);
  for (let i = 0; i < RANK; i++)
    for (let j = 0; j < RANK; j++)
      for (let k = Math.max(i, j); k < RANK; k++)
        covariance[i * RANK + j]! += inverse[k * RANK + i]! * inverse[k * RANK + j]!;
  return covariance;
}

say('reading the training speakers');
const people = await hearEverybody();
say(`${people.length} speakers, ${people.filter((p) => p.adult).length} of them adults`);

const pairs: [Person, Person][] = [];
for (const one of people)
  for (const two of people) if (one.id < two.id && one.adult === two.adult) pairs.push([one, two]);
const adults = shuffled(
  pairs.filter(([one]) => one.adult),
  random,
).slice(0, Math.round(RECORDINGS * 0.75));
const children = shuffled(
  pairs.filter(([one]) => !one.adult),
  random,
).slice(0, Math.round(RECORDINGS * 0.25));
const recordings = shuffled([...adults, ...children], random).map(([one, two]) => mix(one, two));
say(`${recordings.length} recordings of two`);

const sample = new Float32Array(UBM_FRAMES * FRAME_DIMS);
for (let n = 0; n < UBM_FRAMES; ) {
  const { frames } = recordings[Math.floor(random() * recordings.length)]!;
  const row = Math.floor(random() * frames.count);
  if (!frames.active[row]) continue;
  sample.set(frames.features.subarray(row * FRAME_DIMS, (row + 1) * FRAME_DIMS), n++ * FRAME_DIMS);
}
const ubm = fitMixture(sample, FRAME_DIMS, COMPONENTS, 12, random);
say('mixture fitted');

const statistics = recordings.slice(0, 150).flatMap(({ frames }) => {
  const posteriors = framePosteriors(frames, ubm);
  return layWindows(frames, frames.span)
    .filter((_, i) => i % 3 === 0)
    .map((window) => windowStatistics(frames, posteriors, ubm, window));
});
const variability = Float32Array.from(
  { length: COMPONENTS * FRAME_DIMS * RANK },
  () => (random() - 0.5) * 0.2,
);
for (let round = 0; round < VARIABILITY_ROUNDS; round++) {
  const extract = ivectorExtractor({ ...ubm, rank: RANK, variability });
  const second = new Float64Array(COMPONENTS * RANK * RANK);
  const first = new Float64Array(COMPONENTS * FRAME_DIMS * RANK);
  for (const window of statistics) {
    const { mean, lower } = extract(window);
    const moment = covarianceOf(lower);
    for (let r = 0; r < RANK; r++)
      for (let s = 0; s < RANK; s++) moment[r * RANK + s]! += mean[r]! * mean[s]!;
    for (let c = 0; c < COMPONENTS; c++) {
      const count = window.counts[c]! * FRAME_INDEPENDENCE;
      if (count < 1e-3) continue;
      for (let k = 0; k < RANK * RANK; k++) second[c * RANK * RANK + k]! += count * moment[k]!;
      for (let d = 0; d < FRAME_DIMS; d++) {
        const at = c * FRAME_DIMS + d;
        const sum = FRAME_INDEPENDENCE * window.sums[at]!;
        for (let r = 0; r < RANK; r++) first[at * RANK + r]! += sum * mean[r]!;
      }
    }
  }
  for (let c = 0; c < COMPONENTS; c++) {
    const block = second.slice(c * RANK * RANK, (c + 1) * RANK * RANK);
    for (let r = 0; r < RANK; r++) block[r * RANK + r]! += 1;
    const lower = cholesky(block, RANK);
    for (let d = 0; d < FRAME_DIMS; d++) {
      const at = (c * FRAME_DIMS + d) * RANK;
      variability.set(solve(lower, first.slice(at, at + RANK), RANK), at);
    }
  }
  say(`total variability, round ${round + 1}`);
}

const classes = recordings.map(({ frames, voiceOfSpan }) => {
  const windows = layWindows(frames, frames.span);
  const raw = describeWindows(
    frames,
    framePosteriors(frames, ubm),
    { ...ubm, rank: RANK, variability },
    windows,
  );
  const voices: Float64Array[][] = [[], []];
  for (const [i, window] of windows.entries())
    if (window.activeFrames >= 60) voices[voiceOfSpan[window.span]!]!.push(raw[i]!);
  return voices;
});
const { projection, between } = discriminantProjection(classes, RANK + PITCH_DIMS, DIMS);
say(`between-speaker variances ${Array.from(between, (value) => value.toFixed(2)).join(' ')}`);
await writeFile(
  outPath,
  voiceModelToJson({
    id: 'voices-1',
    rank: RANK,
    dims: DIMS,
    ...ubm,
    variability,
    projection,
    between,
    crowdAbove: CROWD_ABOVE,
  }),
);
say(`wrote ${outPath}`);
