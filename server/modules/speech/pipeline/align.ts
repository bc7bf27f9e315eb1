import { fitOfSound, withFit } from '../../../domain/transcript/fits-sound.ts';
import { languageName } from '../../../domain/transcript/language.ts';
import { type OtherLanguage, otherLanguageByFit } from '../../../domain/transcript/other-language.ts';
import { liesIn } from '../../../domain/transcript/spans.ts';
import type { AlignedWord } from '../../../domain/transcript/types.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { remedyFor } from './recogniser.ts';
import { isPoorSound } from './signal-to-noise.ts';
import type { Aligned, Decoded, SpeechDetected, SpeechInput, Transcribed } from './state.ts';

type Input = SpeechInput & Decoded & SpeechDetected & Transcribed;

/**
 * Gives words their exact times, their phones, and how well each phone was said: heard in the recogniser's states where it left them, else
 * by the aligner itself; and puts the hesitations between them that a recogniser leaves out. In a language no aligner knows, words get
 * their times alone where another engine can place them, or pass with the recogniser's. Words of stretches in another language are left
 * out: they are not in the sound. Where that is nearly all of them, the run fails.
 */
export const align: RequiredStep<Input, Aligned, SpeechEngines> = {
  name: 'align',
  required: true,
  lane: 'speech',
  timeoutMs: minutes(10),
  failsAs: 'ACCENT_SCORE_UNAVAILABLE',

  run: async (input, { engines, signal, reportProgress }) => {
    const { language, pcm, speech, words, recognition } = input;
    const engine = engines.align.find(({ languages }) => languages.includes(language));
    if (!engine) {
      const placer = engines.placeWords?.languages.includes(language) ? engines.placeWords : undefined;
      const { windows } = recognition;
      const request = { pcmPath: pcm.path, words, speech, windows, signal, onProgress: reportProgress };
      const found = await placer?.place({ language, ...request });
      return {
        alignedWords: found ?? words,
        alignment: {
          engineId: null,
          alignedShare: 0,
          ...(found && { timesBy: placer!.id }),
          ...(recognition.otherLanguages && { otherLanguages: recognition.otherLanguages }),
        },
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
    const otherLanguages = recognition.otherLanguages ?? otherLanguagesIn(input, placed);
    const own = placed.filter((word) => !liesIn(otherLanguages, word));
    assertBorneOut(input, own.length < leastOwnShare * placed.length ? placed : own);
    const aligned = own.filter((word) => word.phones !== undefined).length;
    const alignment = { engineId: engine.id, alignedShare: aligned / (own.length || 1), otherLanguages };
    const all = (await engine.withHesitations?.({ pcmPath: pcm.path, words: own, signal })) ?? own;
    const fitted = withFit(all).filter((word) => !liesIn(otherLanguages, word));
    const { soundsWitness } = engines;
    const { states } = recognition;
    if (!soundsWitness || states?.width !== soundsWitness.width) return { alignedWords: fitted, alignment };
    return {
      alignedWords: await soundsWitness.hear(fitted, states, signal),
      alignment: { ...alignment, witnessId: soundsWitness.id },
    };
  },
};

/** With less of the words in the language asked for, the recording is in another one. */
const leastOwnShare = 0.2;

/** What is lost in noise fits no word either: nothing is said of its language. */
const otherLanguagesIn = ({ source, ...detected }: Input, words: readonly AlignedWord[]): OtherLanguage[] =>
  isPoorSound(source, detected)
    ? []
    : otherLanguageByFit(words).map((stretch) => ({ ...stretch, language: null }));

/**
 * @throws RunFailure when the words are not in the sound: TRANSCRIPTION_FAILED where the sound is poor, else
 * TRANSCRIPTION_LOW_CONFIDENCE, because a clear voice that fits no word speaks another language
 */
function assertBorneOut(
  { language, recognition, source, ...detected }: Input,
  words: readonly AlignedWord[],
): void {
  const heard = fitOfSound(words);
  if (!heard || heard.isBorneOut) return;
  const found = `What the recogniser "${recognition.engineId}" wrote does not fit the sound (fit ${heard.fit.toFixed(2)})`;
  if (isPoorSound(source, detected)) {
    throw new RunFailure(
      'TRANSCRIPTION_FAILED',
      `${found}: too much of it is lost in noise, or was never recorded. ${remedyFor(detected.sound)}`,
    );
  }
  throw new RunFailure(
    'TRANSCRIPTION_LOW_CONFIDENCE',
    `${found}: the recording does not sound like ${languageName(language)} ("${language}")` +
      (heard.isClearlyOther
        ? '. Submit it with the language that is spoken.'
        : ', or its voices are too unclear. Submit it with the language that is spoken, or with better sound.'),
  );
}
