import { readdir, readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Span } from '#server/domain/transcript/types.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { parseRttm, parseUem, type SpeakerSpan } from '../shared/der.ts';
import { seededRandom, shuffled } from '../shared/random.ts';
import { heldOutAdults, ljSpeechReader, type Speaker } from '../shared/real-interview.ts';
import { buildInterview } from './diarisation-interviews.ts';

/** One recording with what is known about it. Its files are overwritten by the next one's. */
export interface Case {
  recording: string;
  group: string;
  pcmPath: string;
  channelPcmPaths: [string, string] | null;
  durationMs: number;
  reference: SpeakerSpan[];
  /** Scored chunks; the whole recording where absent. */
  within?: Span[];
}

const audioFile = /\.(wav|flac|opus|ogg|oga|mp3|m4a|mp4|aac|webm|mka)$/i;
const MAX_DURATION_MS = 4 * 3_600_000;
/** Interviews last 3 to 10 minutes. */
const SHORTEST_MS = 180_000;
const LONGEST_MS = 600_000;

/** A file's name may have an accent or capital where the reference has none. */
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const stemOf = (name: string) => name.slice(0, name.length - extname(name).length);

/**
 * The recordings of a folder: RTTM files hold one or many recordings; their audio has the recording's name, or, where an
 * RTTM file holds one recording only, that file's name. UEM files are honoured where there are any. A recording without
 * audio, and audio without reference, are reported to `onSkip` and left out. Throws when nothing is left.
 */
export async function* rttmCases(
  folder: string,
  workDir: string,
  onSkip: (line: string) => void,
): AsyncGenerator<Case> {
  const names = (await readdir(folder)).sort();
  const references = new Map<string, SpeakerSpan[]>();
  const scored = new Map<string, Span[]>();
  const otherName = new Map<string, string>();
  for (const name of names) {
    const kind = extname(name).toLowerCase();
    if (kind !== '.rttm' && kind !== '.uem') continue;
    const text = await readFile(join(folder, name), 'utf8');
    if (kind === '.rttm') {
      const found = parseRttm(text);
      for (const [recording, spans] of found)
        references.set(recording, [...(references.get(recording) ?? []), ...spans]);
      if (found.size === 1) otherName.set([...found.keys()][0]!, stemOf(name));
    } else
      for (const [recording, spans] of parseUem(text))
        scored.set(recording, [...(scored.get(recording) ?? []), ...spans]);
  }
  const audio = createFfmpegAudio();
  const files = names.filter((name) => audioFile.test(name));
  const used = new Set<string>();
  for (const [recording, reference] of [...references].sort(([a], [b]) => a.localeCompare(b))) {
    const wanted = [recording, otherName.get(recording)].filter((name) => name !== undefined).map(plain);
    const file = wanted
      .map((name) => files.find((candidate) => plain(stemOf(candidate)) === name))
      .find((found) => found !== undefined);
    if (!file) {
      onSkip(`No audio for the recording "${recording}": left out.`);
      continue;
    }
    used.add(file);
    const pcmPath = join(workDir, 'one.pcm');
    const channelPaths: [string, string] = [join(workDir, 'left.pcm'), join(workDir, 'right.pcm')];
    const { durationMs, distinctChannels } = await audio.decode(
      join(folder, file),
      { outPath: pcmPath, channelPaths, maxDurationMs: MAX_DURATION_MS },
      new AbortController().signal,
    );
    const within = scored.get(recording);
    yield {
      recording,
      group: 'rttm',
      pcmPath,
      channelPcmPaths: distinctChannels ? channelPaths : null,
      durationMs,
      reference,
      ...(within ? { within } : {}),
    };
  }
  if (used.size === 0) throw new Error(`No recording of ${folder} has both an RTTM reference and audio.`);
  for (const file of files)
    if (!used.has(file)) onSkip(`No reference for the audio file "${file}": left out.`);
}

/** Interviews of people kept out of training: `pairs` of two, a quarter as many each with a reader, with one and with three. */
export async function* builtCases(options: {
  dataDir?: string | undefined;
  pairs: number;
  seed: number;
  /** Pauses inside utterances count as speech of the reference. */
  utterances: boolean;
  workDir: string;
}): AsyncGenerator<Case> {
  const { pairs: count, seed, workDir } = options;
  const dataDir =
    options.dataDir ??
    process.env.ASSAY_SHARED_DATA ??
    resolve(import.meta.dirname, '..', '..', '..', 'shared', 'data');
  const random = seededRandom(seed);
  const adults = await heldOutAdults(dataDir);
  const reader = await ljSpeechReader(dataDir);
  const pairs = adults.flatMap((one, i) => adults.slice(i + 1).map((two) => shuffled([one, two], random)));
  const quarter = Math.ceil(count / 4);
  const casts: { kind: string; cast: Speaker[] }[] = [
    ...shuffled(pairs, random)
      .slice(0, count)
      .map((cast) => ({ kind: 'two', cast })),
    ...shuffled(adults, random)
      .slice(0, quarter)
      .map((one) => ({ kind: 'reader', cast: [reader, one] })),
    ...shuffled(adults, random)
      .slice(0, quarter)
      .map((one) => ({ kind: 'one', cast: [one] })),
    ...Array.from({ length: quarter }, () => ({ kind: 'three', cast: shuffled(adults, random).slice(0, 3) })),
  ];
  for (const { kind, cast } of casts) {
    const { pcmPath, durationMs, reference, utterances } = await buildInterview({
      cast,
      durationMs: SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS),
      random,
      outDir: workDir,
      name: 'interview',
    });
    const genders = cast.map((speaker) => speaker.gender).sort();
    yield {
      recording: `${kind} ${cast.map((speaker) => speaker.id).join('+')}`,
      group: kind === 'two' ? genders.join('+') : kind,
      pcmPath,
      channelPcmPaths: null,
      durationMs,
      reference: options.utterances ? utterances : reference,
    };
  }
}
