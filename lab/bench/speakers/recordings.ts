import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Span } from '#server/domain/transcript/types.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import type { Conditions } from '../../../testkit/conversations/simulate.ts';
import { parseRttm, parseUem, type SpeakerSpan } from '../../../testkit/der.ts';

/** One recording with what is known about it. Its files are overwritten by the next one's. */
export interface Recording {
  name: string;
  /** What is told together: a set of simulated conversations, or a kind of real ones. */
  group: string;
  pcmPath: string;
  channelPcmPaths: [string, string] | null;
  durationMs: number;
  reference: SpeakerSpan[];
  /** Scored chunks; the whole recording where absent. */
  within?: Span[];
  /** Of a simulated conversation. */
  conditions?: Conditions;
  /** Who is interviewed, a `speaker` of the reference, where that is known. */
  candidate?: string;
}

const audioFile = /\.(wav|flac|opus|ogg|oga|mp3|m4a|mp4|aac|webm|mka)$/i;
const MAX_DURATION_MS = 4 * 3_600_000;

/** The clips of meetings have pyannote's names; the others are conversations by themselves. */
const groupOf = (name: string) =>
  /^(dev|trn|tst)\d\d$|^sample$/.test(plain(name)) ? 'meetings' : plain(name);

/** A file's name may have an accent or capital where the reference has none. */
export const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const stemOf = (name: string) => name.slice(0, name.length - extname(name).length);

/**
 * The recordings of a folder: RTTM files hold one or many recordings; their audio has the recording's name, or, where an
 * RTTM file holds one recording only, that file's name. UEM files are honoured where there are any. A recording without
 * audio, and audio without reference, are reported to `onSkip` and left out. Throws when nothing is left.
 */
export async function* readRecordings(
  folder: string,
  workDir: string,
  onSkip: (line: string) => void,
): AsyncGenerator<Recording> {
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
      name: recording,
      group: groupOf(recording),
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
