import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { confidenceGate, maxLostShare } from '../../../domain/transcript/confidence-gate.ts';
import { fitOfSound } from '../../../domain/transcript/fits-sound.ts';
import { isImprobableLanguage, languageName } from '../../../domain/transcript/language.ts';
import { withoutSpans } from '../../../domain/transcript/spans.ts';
import type { Span, Word } from '../../../domain/transcript/types.ts';
import type { Recognition } from '../../../engines/asr/port.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { gateOf, recogniserFor, remedyFor, secondRecogniserFor, shownMean } from './recogniser.ts';
import { secondOpinion } from './second-opinion.ts';
import { expectedRateHz, isPoorSound } from './signal-to-noise.ts';
import type { Decoded, SilenceCut, SpeechDetected, SpeechInput, Transcribed } from './state.ts';

/**
 * Words on the original clock. A transcript the recogniser itself doubts fails the run, because every later
 * number would stand on words that were never said; a doubtful word in a good transcript is marked
 * `unsupported`.
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
  run: async (
    { pcm, source, kept, speech, language, hotwords = [], ...detected },
    { engines, workDir, signal, reportProgress },
  ) => {
    const engine = recogniserFor(engines, language);
    const gate = gateOf(engine, engines);
    const isPoor = isPoorSound(source, detected);
    const betterSound = remedyFor(detected.sound);

    // What is speech and was kept: speech less the speech that was cut.
    const spans = withoutSpans(speech, withoutSpans(speech, kept));
    if (spans.length === 0) {
      throw new RunFailure('TRANSCRIPTION_FAILED', 'There is no speech in this recording.');
    }
    const heard = await engine.transcribe({
      pcmPath: pcm.path,
      speech: spans,
      language,
      hotwords,
      statesPath: join(workDir, 'states.f16'),
      signal,
      onProgress: reportProgress,
      // In poor sound nothing fits; all words together decide what it is.
      ...(engine.confidences &&
        !isPoor && {
          onFirstWords: (first) =>
            assertNotForeign({ language, pcmPath: pcm.path, speech: spans, signal }, first, engines),
        }),
    });
    assertLanguage(language, heard);
    const other = secondRecogniserFor(engines, language);
    const opinion =
      other && heard.windows
        ? await secondOpinion(
            {
              sound: { pcmPath: pcm.path, speech: spans, language, hotwords, signal },
              words: heard.words,
              windows: heard.windows,
            },
            other,
            engines,
          )
        : null;
    const { mean, lostShare, words } = confidenceGate(opinion?.words ?? heard.words, gate);
    if (mean === undefined) {
      throw new RunFailure(
        'TRANSCRIPTION_FAILED',
        `The recogniser "${engine.id}" found no words in this recording. ${betterSound}`,
        { forOperators: engine.advice },
      );
    }
    // Where it is known how many words are misheard, that decides, once the candidate is known.
    const isLost = !engine.confidences && lostShare > maxLostShare;
    if (mean < gate.refusedBelow || isLost) {
      const why =
        mean < gate.refusedBelow
          ? `mean word confidence ${shownMean(mean)}, needed ${gate.refusedBelow.toFixed(2)}`
          : `it lost the thread in ${Math.round(100 * lostShare)} % of the words, perhaps those of one speaker`;
      // Lost passages of an otherwise clear recording, and the language heard as the one asked for: it is the sound.
      const mayBeOther =
        !engine.confidences && mean < gate.minMean && heard.detectedLanguage === null && !isPoor;
      const remedy = mayBeOther
        ? `The recording does not seem to be in ${languageName(language)} ("${language}"), or its voices are too unclear. ` +
          `Submit it with the language that is spoken. ${betterSound}`
        : betterSound;
      throw new RunFailure(
        mayBeOther ? 'TRANSCRIPTION_LOW_CONFIDENCE' : 'TRANSCRIPTION_FAILED',
        `The recogniser "${engine.id}" is not sure enough of what was said (${why}). ${remedy}`,
        { forOperators: engine.advice },
      );
    }
    return {
      words,
      recognition: {
        engineId: engine.id,
        meanConfidence: mean,
        minMeanConfidence: gate.refusedBelow,
        ...(engine.confidences && {
          maxWordErrors: engines.settings.maxWordErrors,
          confidences: engine.confidences,
        }),
        detectedLanguage: heard.detectedLanguage,
        languageProbability: heard.languageProbability,
        ...(heard.otherLanguages && { otherLanguages: heard.otherLanguages }),
        wordTimes: heard.wordTimes ?? 'recogniser',
        ...(heard.windows && { windows: heard.windows }),
        ...(opinion && { secondOpinion: opinion.told }),
        ...(heard.states && { states: heard.states }),
        warnings: [
          ...heard.warnings,
          ...languageWarnings(language, heard),
          ...soundWarnings(source),
          ...(detected.sound?.faults ?? []),
        ],
      },
    };
  },

  // Words without the states they were heard in would be scored by another witness than the same run elsewhere.
  isIntact: async ({ recognition: { states } }) => {
    if (!states) return true;
    const { size } = await stat(states.path).catch(() => ({ size: -1 }));
    return size === 2 * states.width * states.runs.reduce((sum, { frames }) => sum + frames, 0);
  },
};

/**
 * Most of the work is saved where the first windows already are clearly in another language; where they leave it open, all words decide
 * (`align`).
 *
 * @throws RunFailure TRANSCRIPTION_LOW_CONFIDENCE when what was written down first is not in the sound
 */
async function assertNotForeign(
  { language, ...sound }: { language: string; pcmPath: string; speech: readonly Span[]; signal: AbortSignal },
  first: { words: Word[]; windows: Span[] },
  { align }: Pick<SpeechEngines, 'align'>,
): Promise<void> {
  const aligner = align.find(({ languages }) => languages.includes(language));
  const heard = aligner && fitOfSound(await aligner.align({ ...sound, ...first }));
  if (!heard?.isClearlyOther) return;
  throw new RunFailure(
    'TRANSCRIPTION_LOW_CONFIDENCE',
    `The recording does not sound like ${languageName(language)} ("${language}"): what was understood of its longest passages does not fit ` +
      `their sound (fit ${heard.fit.toFixed(2)}). Submit it with the language that is spoken.`,
  );
}

/** @throws RunFailure TRANSCRIPTION_LOW_CONFIDENCE when the recording is probably in another language */
function assertLanguage(requested: string, { detectedLanguage, languageProbability }: Recognition): void {
  if (!isImprobableLanguage(requested, detectedLanguage, languageProbability)) return;
  const sure = languageProbability === null ? '' : `, probability ${languageProbability.toFixed(2)}`;
  throw new RunFailure(
    'TRANSCRIPTION_LOW_CONFIDENCE',
    `The recording does not sound like ${languageName(requested)} ("${requested}"${sure}): it was taken for ` +
      `${languageName(detectedLanguage)} ("${detectedLanguage}"). Submit it with the language that is spoken.`,
  );
}

const languageWarnings = (
  requested: string,
  { detectedLanguage, languageProbability }: Recognition,
): string[] =>
  detectedLanguage === null ||
  detectedLanguage === requested ||
  languageProbability === null ||
  languageProbability >= 0.5
    ? []
    : [
        `The recording sounds more like ${languageName(detectedLanguage)} than ${languageName(requested)}: more words may be misheard.`,
      ];

/** What of the file is not heard, or has lost for any recogniser, told beside the transcript it will be missed in. */
const soundWarnings = ({ sampleRateHz, codec, warnings = [] }: Decoded['source']): string[] => [
  ...warnings,
  ...(sampleRateHz < expectedRateHz
    ? [
        `The recording has only ${sampleRateHz} samples per second (${expectedRateHz} are expected): more words are misheard.`,
      ]
    : []),
  ...(codec === 'pcm_u8'
    ? [
        'The recording has only 8 bits per sample (16 are expected), which adds noise: more words are misheard.',
      ]
    : []),
];
