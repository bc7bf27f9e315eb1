/**
 * Writes pieces of simulated conversations for the training of a network that tells who speaks when.
 *
 *   node scripts/make-speaker-pieces.ts --out DIR [--count 4000] [--part train|choose] [--people mixed|adults|children]
 *                                       [--seed N] [--first N] [--data ../shared/data]
 *
 * DIR/pieces.json and, for every 500 pieces, three arrays for numpy.load:
 *   audio-NNN.npy   int16 (pieces, 160000): 10 s, mono, 16 kHz, through a codec
 *   labels-NNN.npy  uint8 (pieces, 1000, 3): every 10 ms 1 where the column's person speaks, 255 in all columns during laughter
 *   people-NNN.npy  int16 (pieces, 3): who the columns are (a place in `people` of pieces.json), -1 for nobody;
 *                   columns are in the order in which people are first heard
 *
 * One to three people of the part; each may be played slower or faster as somebody else. Half of the pieces come from
 * interviews, half from talk with short turns and up to 35 % overlap. Piece N depends on the seed and N alone but for its codec, which
 * a batch of pieces shares. `report` is not to be learnt from and is refused.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sharedDataDir } from './shared/conversations/casts.ts';
import { codecs, throughCodec } from './shared/conversations/codec.ts';
import { type Conversation, type Speaking, simulate } from './shared/conversations/simulate.ts';
import { atSpeed } from './shared/conversations/sounds.ts';
import {
  type AgeGroup,
  PER_MS,
  readVoices,
  type Utterance,
  type Voice,
} from './shared/conversations/voices.ts';
import { seededRandom, shuffled } from './shared/random.ts';

const PIECE_MS = 10_000;
const FRAME_MS = 10;
const FRAMES = PIECE_MS / FRAME_MS;
const COLUMNS = 3;
const UNSCORED = 255;
const PIECES_PER_FILE = 500;
/** Pieces that go through the codec together: starting it costs more than running it. */
const BATCH = 25;
const SPEEDS = [1, 1, 0.88, 0.94, 1.06, 1.13];
/** One person, two or three. */
const CAST_SHARES = [0.12, 0.6, 0.28];

export interface Piece {
  audio: Int16Array;
  /** FRAMES × COLUMNS. */
  labels: Uint8Array;
  /** Ids by column. */
  people: string[];
}

/** Piece `index`; its people are drawn from `voices`. */
export async function makePiece(
  voices: readonly Voice[],
  seed: number,
  index: number,
): Promise<Omit<Piece, 'audio'> & { pcm: Int16Array }> {
  const random = seededRandom(seed * 1_000_003 + index);
  const draw = random();
  const size = draw < CAST_SHARES[0]! ? 1 : draw < CAST_SHARES[0]! + CAST_SHARES[1]! ? 2 : 3;
  const shuffledVoices = shuffled(voices, random);
  const cast: Speaking[] = [];
  for (const { id, utterances } of shuffledVoices.slice(0, size)) {
    const speed = SPEEDS[Math.floor(random() * SPEEDS.length)]!;
    // A piece needs few of a person's utterances.
    const some = shuffled(await utterances(), random).slice(0, 8);
    cast.push({ id, utterances: some.map((one) => faster(one, speed)) });
  }
  const murmur = [];
  for (const { utterances } of shuffledVoices.slice(size, size + 4)) murmur.push(...(await utterances()));
  const chat = random() < 0.5;
  const built = simulate({
    cast,
    murmur,
    durationMs: 25_000 + 20_000 * random(),
    pieceMs: PIECE_MS,
    random,
    plan: {
      overlapShare: size === 1 ? 0 : (chat ? 0.35 : 0.15) * random(),
      ...(chat ? { answersMs: [600, 5000] as const, talkRatio: 0.5 + 2 * random() } : {}),
      laughs: random() < 0.5,
    },
  });
  return { pcm: built.pcm, ...labelsOf(built) };
}

function faster({ samples, sounding }: Utterance, speed: number): Utterance {
  if (speed === 1) return { samples, sounding };
  const scaled = (ms: number) => Math.round(ms / speed);
  return {
    samples: atSpeed(samples, speed),
    sounding: sounding.map(({ startMs, endMs }) => ({ startMs: scaled(startMs), endMs: scaled(endMs) })),
  };
}

function labelsOf({ reference, unscored }: Conversation): Omit<Piece, 'audio'> {
  const inOrder = reference.toSorted((a, b) => a.startMs - b.startMs);
  const people = [...new Set(inOrder.map(({ speaker }) => speaker))];
  const labels = new Uint8Array(FRAMES * COLUMNS);
  const frameAt = (ms: number) => Math.min(FRAMES, Math.max(0, Math.round(ms / FRAME_MS)));
  for (const { speaker, startMs, endMs } of inOrder)
    for (let frame = frameAt(startMs); frame < frameAt(endMs); frame++)
      labels[frame * COLUMNS + people.indexOf(speaker)] = 1;
  for (const { startMs, endMs } of unscored)
    labels.fill(UNSCORED, frameAt(startMs) * COLUMNS, frameAt(endMs) * COLUMNS);
  return { labels, people };
}

/** An array as numpy.load reads it (format 1.0, C order). */
export function npy(array: Int16Array | Uint8Array, shape: readonly number[]): Uint8Array {
  const kind = array instanceof Int16Array ? '<i2' : '|u1';
  const header = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  const padded = `${header}${' '.repeat(63 - ((10 + header.length) % 64))}\n`;
  const length = Buffer.alloc(2);
  length.writeUInt16LE(padded.length);
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), length, Buffer.from(padded), bytes]);
}

async function writePieces(options: {
  voices: readonly Voice[];
  count: number;
  first: number;
  seed: number;
  outDir: string;
  workDir: string;
  onProgress: (done: number) => void;
}): Promise<void> {
  const { voices, count, first, seed, outDir, workDir, onProgress } = options;
  const ids = voices.map(({ id }) => id);
  for (let file = 0; file * PIECES_PER_FILE < count; file++) {
    const size = Math.min(PIECES_PER_FILE, count - file * PIECES_PER_FILE);
    const audio = new Int16Array(size * PIECE_MS * PER_MS);
    const labels = new Uint8Array(size * FRAMES * COLUMNS);
    const people = new Int16Array(size * COLUMNS).fill(-1);
    for (let from = 0; from < size; from += BATCH) {
      const end = Math.min(size, from + BATCH);
      const batch = audio.subarray(from * PIECE_MS * PER_MS, end * PIECE_MS * PER_MS);
      const start = first + file * PIECES_PER_FILE + from;
      for (let n = from; n < end; n++) {
        const piece = await makePiece(voices, seed, start + n - from);
        audio.set(piece.pcm, n * PIECE_MS * PER_MS);
        labels.set(piece.labels, n * FRAMES * COLUMNS);
        people.set(
          piece.people.map((id) => ids.indexOf(id)),
          n * COLUMNS,
        );
      }
      const random = seededRandom(seed * 1_000_003 + start + 500_000_000);
      const codec = codecs[Math.floor(random() * codecs.length)]!;
      batch.set(await throughCodec(batch.slice(), codec, Math.round(12 + 12 * random()), workDir));
      onProgress(file * PIECES_PER_FILE + end);
    }
    const number = String(file).padStart(3, '0');
    await writeFile(join(outDir, `audio-${number}.npy`), npy(audio, [size, PIECE_MS * PER_MS]));
    await writeFile(join(outDir, `labels-${number}.npy`), npy(labels, [size, FRAMES, COLUMNS]));
    await writeFile(join(outDir, `people-${number}.npy`), npy(people, [size, COLUMNS]));
  }
  const about = { count, first, seed, frameMs: FRAME_MS, people: ids };
  await writeFile(join(outDir, 'pieces.json'), `${JSON.stringify(about)}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      count: { type: 'string', default: '4000' },
      part: { type: 'string', default: 'train' },
      people: { type: 'string', default: 'mixed' },
      seed: { type: 'string', default: '1' },
      first: { type: 'string', default: '0' },
      data: { type: 'string' },
    },
  });
  const [count, first, seed] = [values.count, values.first, values.seed].map(Number) as [
    number,
    number,
    number,
  ];
  const isCount = (value: number) => Number.isInteger(value) && value >= 0;
  const { out: outDir, part, people } = values;
  if (
    !outDir ||
    ![count, first, seed].every(isCount) ||
    (part !== 'train' && part !== 'choose') ||
    !/^(adults|children|mixed)$/.test(people)
  ) {
    process.stderr.write(
      'make-speaker-pieces --out DIR [--count N] [--part train|choose] [--people mixed|adults|children] [--seed N] [--first N] [--data DIR]\n',
    );
    process.exitCode = 2;
    return;
  }
  const workDir = await mkdtemp(join(tmpdir(), 'assay-pieces-'));
  try {
    await mkdir(outDir, { recursive: true });
    const voices = await readVoices(sharedDataDir(values.data), part, people as AgeGroup);
    await writePieces({
      ...{ voices, count, first, seed, outDir: resolve(outDir), workDir },
      onProgress: (done) =>
        process.stderr.write(`${done} pieces, ${(performance.now() / 1000).toFixed(0)} s\n`),
    });
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await main();
