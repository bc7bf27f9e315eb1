import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type { Aligned, Decoded, SpeechDetected, SpeechInput, Transcribed } from './state.ts';

type Input = SpeechInput & Decoded & SpeechDetected & Transcribed;

/**
 * Gives words their exact times, their phones, and how well each phone was said. In a language no aligner knows,
 * words pass with the recogniser's times.
 */
export const align: RequiredStep<Input, Aligned, SpeechEngines> = {
  name: 'align',
  required: true,
  lane: 'speech',
  timeoutMs: minutes(10),
  failsAs: 'ACCENT_SCORE_UNAVAILABLE',

  run: async ({ language, pcm, speech, words }, { engines, signal, reportProgress }) => {
    const engine = engines.align.find(({ languages }) => languages.includes(language));
    if (!engine) return { alignedWords: words, alignment: { engineId: null, alignedShare: 0 } };

    const alignedWords = await engine.align({
      pcmPath: pcm.path,
      words,
      speech,
      signal,
      onProgress: reportProgress,
    });
    const aligned = alignedWords.filter((word) => word.phones !== undefined).length;
    return { alignedWords, alignment: { engineId: engine.id, alignedShare: aligned / (words.length || 1) } };
  },
};
