import { withoutSpans } from '../../../domain/transcript/spans.ts';
import type { Word } from '../../../domain/transcript/types.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { recogniserFor } from './recogniser.ts';
import type { Decoded, SilenceCut, SpeechDetected, SpeechInput, Transcribed } from './state.ts';

/**
 * Words on the original clock. A transcript the recogniser itself doubts fails the run, because every later
 * number would stand on words nobody said; a doubtful word in a good transcript is marked `unsupported`.
 */
export const transcribe: RequiredStep<
  SpeechInput & Decoded & SilenceCut & SpeechDetected,
  Transcribed,
  SpeechEngines
> = {
  name: 'transcribe',
  required: true,
  lane: 'speech',
  timeoutMs: minutes(30),
  failsAs: 'TRANSCRIPTION_FAILED',
  run: async ({ pcm, kept, speech, language }, { engines, signal, reportProgress }) => {
    const engine = recogniserFor(engines, language);
    const minMean = engines.settings.minMeanConfidence ?? engine.minMeanConfidence;
    const minWord = engines.settings.minWordConfidence ?? engine.minWordConfidence;

    // What is speech and was kept: speech less the speech that was cut.
    const spans = withoutSpans(speech, withoutSpans(speech, kept));
    if (spans.length === 0) {
      throw new RunFailure('TRANSCRIPTION_FAILED', 'There is no speech in this recording.');
    }
    const heard = await engine.transcribe({
      pcmPath: pcm.path,
      speech: spans,
      language,
      hotwords: [],
      signal,
      onProgress: reportProgress,
    });
    const meanConfidence = durationWeightedMean(heard.words);
    if (meanConfidence === undefined) {
      throw new RunFailure(
        'TRANSCRIPTION_FAILED',
        `The recogniser found no words in this recording. ${engine.advice}`,
      );
    }
    if (meanConfidence < minMean) {
      throw new RunFailure(
        'TRANSCRIPTION_LOW_CONFIDENCE',
        `The recogniser "${engine.id}" is not sure enough of what was said (mean word confidence ` +
          `${meanConfidence.toFixed(2)}, needed ${minMean.toFixed(2)}): the voices may be unclear to it, or the ` +
          `language may not be "${language}". ${engine.advice}`,
      );
    }
    return {
      words: heard.words.map((word) =>
        word.confidence < minWord && !word.filler ? { ...word, unsupported: true } : word,
      ),
      recognition: {
        engineId: engine.id,
        meanConfidence,
        detectedLanguage: heard.detectedLanguage,
        languageProbability: heard.languageProbability,
        warnings: heard.warnings,
      },
    };
  },
};

/**
 * Mean confidence over the time the words take, 0–1: long words carry more of what is said than articles.
 * Hesitations are left out, they say nothing about whether the words are right. Undefined without a word.
 */
function durationWeightedMean(words: readonly Word[]): number | undefined {
  let weighted = 0;
  let totalMs = 0;
  for (const { startMs, endMs, confidence, filler } of words) {
    if (filler) continue;
    // A word may be given no duration; it still counts.
    const durationMs = Math.max(1, endMs - startMs);
    weighted += confidence * durationMs;
    totalMs += durationMs;
  }
  return totalMs > 0 ? weighted / totalMs : undefined;
}
