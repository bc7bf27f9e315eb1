import { fitOfSound } from '../../../domain/transcript/fits-sound.ts';
import { languageName } from '../../../domain/transcript/language.ts';
import type { AlignedWord } from '../../../domain/transcript/types.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type { Aligned, Decoded, SpeechDetected, SpeechInput, Transcribed } from './state.ts';

type Input = SpeechInput & Decoded & SpeechDetected & Transcribed;

/**
 * Gives words their exact times, their phones, and how well each phone was said: heard in the recogniser's states where it left them,
 * else by the aligner itself; and puts the hesitations between them that a recogniser leaves out. In a language no aligner knows, words
 * get their times alone where somebody can place them, or pass with the recogniser's. Words that are not in the sound fail the run: somebody speaks another language.
 */
export const align: RequiredStep<Input, Aligned, SpeechEngines> = {
  name: 'align',
  required: true,
  lane: 'speech',
  timeoutMs: minutes(10),
  failsAs: 'ACCENT_SCORE_UNAVAILABLE',

  run: async ({ language, pcm, speech, words, recognition }, { engines, signal, reportProgress }) => {
    const engine = engines.align.find(({ languages }) => languages.includes(language));
    if (!engine) {
      const placer = engines.placeWords?.languages.includes(language) ? engines.placeWords : undefined;
      const { windows } = recognition;
      const request = { pcmPath: pcm.path, words, speech, windows, signal, onProgress: reportProgress };
      const found = await placer?.place({ language, ...request });
      return {
        alignedWords: found ?? words,
        alignment: { engineId: null, alignedShare: 0, ...(found && { timesBy: placer!.id }) },
      };
    }

    const placed = await engine.align({
      pcmPath: pcm.path,
      words,
      speech,
      windows: recognition.windows,
      signal,
      onProgress: reportProgress,
    });
    assertBorneOut(language, recognition.engineId, placed);
    const aligned = placed.filter((word) => word.phones !== undefined).length;
    const alignment = { engineId: engine.id, alignedShare: aligned / (words.length || 1) };
    const all = (await engine.withHesitations?.({ pcmPath: pcm.path, words: placed, signal })) ?? placed;
    const fitted = all.map((word) => (word.gop === undefined ? word : { ...word, fit: word.gop }));
    const { soundsWitness } = engines;
    const { states } = recognition;
    if (!soundsWitness || states?.width !== soundsWitness.width) return { alignedWords: fitted, alignment };
    return {
      alignedWords: await soundsWitness.hear(fitted, states, signal),
      alignment: { ...alignment, witnessId: soundsWitness.id },
    };
  },
};

/** @throws RunFailure TRANSCRIPTION_LOW_CONFIDENCE when the words are not in the sound */
function assertBorneOut(language: string, engineId: string, words: readonly AlignedWord[]): void {
  const heard = fitOfSound(words);
  if (!heard || heard.isBorneOut) return;
  throw new RunFailure(
    'TRANSCRIPTION_LOW_CONFIDENCE',
    `What the recogniser "${engineId}" wrote does not fit the sound (fit ${heard.fit.toFixed(2)}): the recording does not sound like ` +
      `${languageName(language)} ("${language}"), or its voices are too unclear. Submit it with the language that is spoken, or with better sound.`,
  );
}
