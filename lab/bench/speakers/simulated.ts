import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Span } from '#server/domain/transcript/types.ts';
import {
  type ConversationSet,
  castsOf,
  converse,
  type VoiceDistances,
} from '../../../testkit/conversations/casts.ts';
import { throughCodec } from '../../../testkit/conversations/codec.ts';
import type { Voice } from '../../../testkit/conversations/voices.ts';
import type { SpeakerSpan } from '../../../testkit/der.ts';
import type { Recording } from './recordings.ts';

export interface SimulatedOptions {
  /** How many of each set. */
  counts: Partial<Record<ConversationSet, number>>;
  people: readonly Voice[];
  seed: number;
  lengthsMs: readonly [number, number];
  /** People alone: never under three minutes. */
  aloneLengthsMs: readonly [number, number];
  distances: VoiceDistances;
  workDir: string;
  /** Conversations are also written here, as FLAC and RTTM, for other programs. */
  keepDir?: string | undefined;
}

/** Simulated conversations as recordings; the file of one is overwritten by the next. */
export async function* simulatedRecordings(options: SimulatedOptions): AsyncGenerator<Recording> {
  const { counts, people, seed, distances, workDir, keepDir } = options;
  for (const [set, count] of Object.entries(counts) as [ConversationSet, number][]) {
    if (count === 0) continue;
    for (const cast of await castsOf(set, people, { count, seed, distances })) {
      const lengths = set === 'alone' ? options.aloneLengthsMs : options.lengthsMs;
      const { pcm, durationMs, reference, unscored, conditions } = await converse(cast, people, lengths);
      const heard = await throughCodec(pcm, conditions.codec, conditions.kbps, workDir);
      const pcmPath = join(workDir, 'one.pcm');
      await writeFile(pcmPath, new Uint8Array(heard.buffer, heard.byteOffset, heard.byteLength));
      const name = `${set}-${cast.seed}-${cast.people.map(({ id }) => id).join('+')}`;
      if (keepDir) await keep(keepDir, name, pcmPath, reference);
      yield {
        name,
        group: set,
        pcmPath,
        channelPcmPaths: null,
        durationMs,
        reference,
        within: allBut(unscored, durationMs),
        conditions,
        candidate: cast.people.at(-1)!.id,
      };
    }
  }
}

function allBut(unscored: readonly Span[], durationMs: number): Span[] {
  const within: Span[] = [];
  let fromMs = 0;
  for (const { startMs, endMs } of unscored) {
    if (startMs > fromMs) within.push({ startMs: fromMs, endMs: startMs });
    fromMs = Math.max(fromMs, endMs);
  }
  within.push({ startMs: fromMs, endMs: durationMs });
  return within;
}

async function keep(folder: string, name: string, pcmPath: string, reference: readonly SpeakerSpan[]) {
  await mkdir(folder, { recursive: true });
  const seconds = (ms: number) => (ms / 1000).toFixed(3);
  const lines = reference.map(
    ({ speaker, startMs, endMs }) =>
      `SPEAKER ${name} 1 ${seconds(startMs)} ${seconds(endMs - startMs)} <NA> <NA> ${speaker} <NA> <NA>\n`,
  );
  await writeFile(join(folder, `${name}.rttm`), lines.join(''));
  const pcm = ['-f', 's16le', '-ar', '16000', '-ac', '1', '-i', pcmPath];
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...pcm,
    join(folder, `${name}.flac`),
  ]);
}
