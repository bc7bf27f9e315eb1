import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { wavOf } from '../server/domain/wav.ts';
import { seededRandom, shuffled } from './random.ts';

const SAMPLE_RATE_HZ = 16_000;

/** Who really speaks when. `speaker` is the corpus's name of the person; times are milliseconds, end exclusive. */
export interface TruthTurn {
  speaker: string;
  startMs: number;
  endMs: number;
}

export interface RealInterview {
  /** WAV, 16-bit mono 16 kHz. */
  wavPath: string;
  /** The same samples as raw s16le. */
  pcmPath: string;
  durationMs: number;
  interviewer: string;
  /** The person who speaks most. */
  candidate: string;
  /** One per utterance, without the silence around it, in time order, never overlapping. */
  turns: TruthTurn[];
}

export interface Speaker {
  id: string;
  gender: 'm' | 'f';
  age: number;
  /** Audio files of the speaker's utterances. */
  files: string[];
}

/** The reader of LJSpeech: six clear sentences of studio speech. */
export async function ljSpeechReader(dataDir: string): Promise<Speaker> {
  const names = ['0001', '0002', '0003', '0005', '0006', '0007'];
  return {
    id: 'LJSpeech',
    gender: 'f',
    age: 40,
    files: names.map((n) => join(dataDir, 'clips', `LJ001-${n}.wav`)),
  };
}

/** Which third of the people a person belongs to, 0–2: models that leave one out are measured on it. */
export const foldOf = (speaker: Pick<Speaker, 'id'>): number => Number(speaker.id) % 3;

/**
 * Every third person of speechocean762 is kept for measurements: of the models whose figures are told none heard them. (The bundled
 * voice model has; `lab/train-voice-model.ts --leave-out 0` makes one that has not.)
 */
export const isHeldOut = (speaker: Pick<Speaker, 'id'>): boolean => foldOf(speaker) === 0;

/** The adults kept for evaluation, in order of their ids, 20 utterances each. */
export async function heldOutAdults(dataDir: string): Promise<Speaker[]> {
  return (await allSpeakers(dataDir)).filter((speaker) => speaker.age >= 18 && isHeldOut(speaker));
}

/** The 125 speakers of speechocean762's train split, in order of their ids. */
export async function allSpeakers(dataDir: string): Promise<Speaker[]> {
  const corpus = join(dataDir, 'speechocean762');
  const pairs = async (name: string) =>
    (await readFile(join(corpus, name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/\s+/) as [string, string]);
  const age = new Map(await pairs('spk2age'));
  const gender = new Map(await pairs('spk2gender'));
  const files = new Map<string, string[]>();
  for (const [utterance, speaker] of await pairs('utt2spk')) {
    const own = files.get(speaker) ?? [];
    own.push(join(corpus, 'audio', `${utterance}.opus`));
    files.set(speaker, own);
  }
  return [...files]
    .map(([id, own]) => ({
      id,
      gender: gender.get(id) === 'm' ? ('m' as const) : ('f' as const),
      age: Number(age.get(id)),
      files: own,
    }))
    .sort((a, b) => a.id.localeCompare(b.id));
}

/**
 * Decodes to 16 kHz mono; the silence at both ends is cut (below 8 % of the loud part's level) and the level
 * brought to a common one, so that loudness does not tell who speaks.
 */
export async function decodeUtterances(files: readonly string[], workDir: string): Promise<Float32Array[]> {
  await mkdir(workDir, { recursive: true });
  const args = ['-v', 'error', '-nostdin', '-y', ...files.flatMap((file) => ['-i', file])];
  const outs = files.map((_, i) => join(workDir, `u${i}.raw`));
  for (const [i, out] of outs.entries())
    args.push('-map', `${i}:a`, '-ac', '1', '-ar', `${SAMPLE_RATE_HZ}`, '-f', 's16le', out);
  await promisify(execFile)('ffmpeg', args);
  const samples = await Promise.all(
    outs.map(async (out) => {
      const bytes = await readFile(out);
      return levelled(
        trimmed(Float32Array.from(new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1))),
      );
    }),
  );
  await rm(workDir, { recursive: true, force: true });
  return samples;
}

/** Root mean square of each `frame` samples. */
export function frameLevels(samples: Float32Array, frame: number): number[] {
  const levels: number[] = [];
  for (let at = 0; at + frame <= samples.length; at += frame) {
    let energy = 0;
    for (let i = at; i < at + frame; i++) energy += samples[i]! ** 2;
    levels.push(Math.sqrt(energy / frame));
  }
  return levels;
}

function trimmed(samples: Float32Array): Float32Array {
  const frame = SAMPLE_RATE_HZ / 100;
  const levels = frameLevels(samples, frame);
  const loud = [...levels].sort((a, b) => a - b)[Math.floor(levels.length * 0.95)] ?? 0;
  const first = levels.findIndex((level) => level > 0.08 * loud);
  const last = levels.findLastIndex((level) => level > 0.08 * loud);
  return samples.subarray(Math.max(0, first - 3) * frame, Math.min(levels.length, last + 6) * frame);
}

function levelled(samples: Float32Array): Float32Array {
  const levels = frameLevels(samples, 400).sort((a, b) => a - b);
  const gain = 5000 / Math.max(1, levels[Math.floor(levels.length * 0.8)] ?? 1);
  return samples.map((value) => Math.max(-32_000, Math.min(32_000, value * gain)));
}

/**
 * Two real people taking turns: one asks with one utterance, the other answers with two to four (or `answers`), with pauses of
 * 0.25–1.4 s over faint room noise. Utterances are used in a shuffled order and again from the start of another
 * shuffle when they run out before `minDurationMs`.
 */
export async function buildRealInterview(options: {
  interviewer: Speaker;
  /** Further interviewers, who ask in turn with the first. */
  panel?: readonly Speaker[];
  candidate: Speaker;
  outDir: string;
  seed?: number;
  minDurationMs?: number;
  /** Fewest and most utterances in one answer. */
  answers?: readonly [number, number];
  /** One file name per interview in the folder. */
  name?: string;
}): Promise<RealInterview> {
  const { interviewer, candidate, outDir, seed = 1, minDurationMs = 190_000, name = 'interview' } = options;
  const [fewest, most] = options.answers ?? [2, 4];
  const random = seededRandom(seed);
  const askers = [interviewer, ...(options.panel ?? [])];
  const answered = await decodeUtterances(candidate.files, join(outDir, `${name}-b`));
  const nextOf = (utterances: Float32Array[]) => {
    let queue: Float32Array[] = [];
    return () => {
      if (queue.length === 0) queue = shuffled(utterances, random);
      return queue.pop()!;
    };
  };
  const nextQuestions: (() => Float32Array)[] = [];
  for (const asker of askers)
    nextQuestions.push(nextOf(await decodeUtterances(asker.files, join(outDir, `${name}-a`))));
  const nextAnswer = nextOf(answered);

  const pieces: Float32Array[] = [];
  const turns: TruthTurn[] = [];
  let length = 0;
  const pause = (minMs: number, maxMs: number) => {
    const silence = new Float32Array(
      Math.round(((minMs + random() * (maxMs - minMs)) / 1000) * SAMPLE_RATE_HZ),
    );
    pieces.push(silence);
    length += silence.length;
  };
  const say = (speaker: string, samples: Float32Array) => {
    const at = (sample: number) => Math.round((sample / SAMPLE_RATE_HZ) * 1000);
    turns.push({ speaker, startMs: at(length), endMs: at(length + samples.length) });
    pieces.push(samples);
    length += samples.length;
  };
  pause(500, 900);
  for (let round = 0; length < (minDurationMs / 1000) * SAMPLE_RATE_HZ; round++) {
    const asker = round % askers.length;
    say(askers[asker]!.id, nextQuestions[asker]!());
    pause(400, 1400);
    const utterances = fewest + Math.floor(random() * (most - fewest + 1));
    for (let i = 0; i < utterances; i++) {
      if (i > 0) pause(250, 1200);
      say(candidate.id, nextAnswer());
    }
    pause(350, 1100);
  }

  const pcm = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    for (const value of piece) pcm[at++] = Math.round(value + (random() - 0.5) * 12);
  }
  const bytes = Buffer.from(pcm.buffer);
  await mkdir(outDir, { recursive: true });
  const pcmPath = join(outDir, `${name}.pcm`);
  const wavPath = join(outDir, `${name}.wav`);
  await writeFile(pcmPath, bytes);
  await writeFile(wavPath, wavOf(bytes));
  return {
    wavPath,
    pcmPath,
    durationMs: Math.round((length / SAMPLE_RATE_HZ) * 1000),
    interviewer: interviewer.id,
    candidate: candidate.id,
    turns,
  };
}

/** A man held out from training whom the recogniser understands: 10 % word errors, mean confidence .90. */
const UNDERSTOOD_MAN = '1029';

/** The interview used where one is enough: a woman asks, a man answers (of those held out from training), or LJSpeech asks. */
export async function buildSampleRealInterview(options: {
  dataDir: string;
  outDir: string;
  interviewer?: 'speechocean' | 'ljspeech';
}): Promise<RealInterview> {
  const adults = await heldOutAdults(options.dataDir);
  const men = adults.filter((speaker) => speaker.gender === 'm');
  const women = adults.filter((speaker) => speaker.gender === 'f');
  const interviewer = options.interviewer === 'ljspeech' ? await ljSpeechReader(options.dataDir) : women[0]!;
  const { outDir } = options;
  if (options.interviewer !== 'ljspeech') {
    return await buildRealInterview({ interviewer, candidate: men[0]!, outDir, seed: 7 });
  }
  // LJSpeech's sentences are long, and nothing that is read tells who is asked: the answers have to be longer.
  const candidate = men.find(({ id }) => id === UNDERSTOOD_MAN)!;
  return await buildRealInterview({ interviewer, candidate, outDir, seed: 7, answers: [5, 7] });
}
