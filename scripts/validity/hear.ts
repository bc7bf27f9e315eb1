import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UtteranceEvidence } from '../../server/domain/scoring/utterance.ts';
import type { Word } from '../../server/domain/transcript/types.ts';
import type { AlignEngine } from '../../server/engines/align/port.ts';
import type { AsrEngine } from '../../server/engines/asr/port.ts';
import { melodyOf } from '../../server/engines/melody/melody-of.ts';
import { type CorpusUtterance, decodeAll } from './corpus.ts';
import type { FreeHearing } from './free-hearing.ts';

/** What it takes to measure an utterance. Without a recogniser the corpus' own text is aligned. */
export interface Ears {
  align: AlignEngine;
  free: FreeHearing;
  asr?: AsrEngine | undefined;
}

/** Files decoded by one start of ffmpeg. */
const atOnce = 40;

/**
 * Measures utterances one after the other, decoding some ahead.
 *
 * @param earsFor the engines for a speaker: all the same, or those that never heard this one in training
 */
export async function* hearAll(
  utterances: readonly CorpusUtterance[],
  earsFor: (speaker: string) => Ears,
): AsyncGenerator<{ utterance: CorpusUtterance; evidence: UtteranceEvidence }> {
  const work = await mkdtemp(join(tmpdir(), 'assay-validity-'));
  try {
    for (let from = 0; from < utterances.length; from += atOnce) {
      const some = utterances.slice(from, from + atOnce);
      const paths = await decodeAll(
        some.map(({ audioPath }) => audioPath),
        work,
      );
      for (const [index, utterance] of some.entries()) {
        yield {
          utterance,
          evidence: await hearUtterance(paths[index]!, utterance.words, earsFor(utterance.speaker)),
        };
      }
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** One utterance: what was said (or, without a recogniser, `text`), where, how well, and its melody. */
export async function hearUtterance(
  pcmPath: string,
  text: readonly string[],
  { align, free, asr }: Ears,
): Promise<UtteranceEvidence> {
  const { signal } = new AbortController();
  const bytes = await readFile(pcmPath);
  const samples = Float32Array.from(
    new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1),
    (sample) => sample / 32_768,
  );
  const durationMs = Math.floor(samples.length / 16);
  const speech = [{ startMs: 0, endMs: durationMs }];
  const words = asr
    ? (await asr.transcribe({ pcmPath, speech, language: 'en', hotwords: [], signal })).words
    : spread(text, durationMs);
  const aligned = await align.align({ pcmPath, words, speech, signal });
  return { durationMs, words: aligned, heard: await free.hear(samples, aligned), melody: melodyOf(samples) };
}

/** Words evenly over the time: where they really are, the aligner has to find. */
function spread(text: readonly string[], durationMs: number): Word[] {
  const at = (index: number) => Math.round((durationMs * index) / text.length);
  return text.map((word, index) => ({
    text: word,
    startMs: at(index),
    endMs: at(index + 1),
    confidence: 1,
  }));
}
