import { join } from 'node:path';
import { assignSpeakers } from '#server/domain/transcript/assign-speakers.ts';
import type { AlignedWord, Span, Turn } from '#server/domain/transcript/types.ts';
import { wholeSentences } from '#server/domain/transcript/whole-sentences.ts';
import { createCtcAligner } from '#server/engines/align/ctc.ts';
import { diarisationErrors, type SpeakerSpan } from '../../../testkit/der.ts';
import { openRecogniser } from '../asr-engines.ts';
import { bundledModels } from './engine.ts';
import type { Recording } from './recordings.ts';

/** Recognised words in whose middle exactly one person speaks, and those given to that person. */
export interface WordsScore {
  words: number;
  /** By the turns alone, and after sentences were made whole. */
  right: number;
  rightWhole: number;
}

/** Recognises a recording's words; English. */
export async function openWords(): Promise<
  (recording: Recording, speech: readonly Span[]) => Promise<AlignedWord[]>
> {
  const asr = await openRecogniser('base');
  const bundled = (name: string) => join(bundledModels, name);
  const aligner = await createCtcAligner({
    modelPath: bundled('ctc-en.onnx'),
    lexiconPath: bundled('lexicon-en.txt'),
  });
  const { signal } = new AbortController();
  return async ({ pcmPath }, speech) => {
    const { words, windows } = await asr.transcribe({
      pcmPath,
      speech,
      language: 'en',
      hotwords: [],
      signal,
    });
    return aligner.align({ pcmPath, words, speech, ...(windows ? { windows } : {}), signal });
  };
}

/** How many words go to the right person, with and without whole sentences. */
export function scoreWords(
  reference: readonly SpeakerSpan[],
  turns: readonly Turn[],
  words: readonly AlignedWord[],
): WordsScore {
  const assigned = assignSpeakers(words, turns);
  const { mapping } = diarisationErrors(reference, turns);
  const really = words.map(({ startMs, endMs }) => {
    const atMs = (startMs + endMs) / 2;
    const speaking = new Set(
      reference.filter((span) => span.startMs <= atMs && span.endMs > atMs).map(({ speaker }) => speaker),
    );
    return speaking.size === 1 ? [...speaking][0]! : undefined;
  });
  const count = (given: readonly { speaker: string }[]) =>
    given.filter(({ speaker }, i) => really[i] !== undefined && mapping[really[i]!] === speaker).length;
  return {
    words: really.filter((speaker) => speaker !== undefined).length,
    right: count(assigned),
    rightWhole: count(wholeSentences(assigned)),
  };
}
