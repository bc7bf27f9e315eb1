import { misheard } from '../../domain/explanation/recommendation.ts';
import type { AccentResult } from '../../domain/scoring/accent.ts';
import type { ScaleCalibration } from '../../domain/scoring/calibration.ts';
import { candidateSpeech } from '../../domain/scoring/candidate-speech.ts';
import { type AccentUse, type FlatScores, flatScores } from '../../domain/scoring/overall.ts';
import { type Abstention, isAbstention } from '../../domain/scoring/types.ts';
import { writtenOut } from '../../domain/scoring/written-out.ts';
import { toldOtherLanguages } from '../../domain/transcript/other-language.ts';
import { buildTranscript } from '../../domain/transcript/segments.ts';
import type { StepOutcome } from '../../pipeline/step.ts';
import type { Analysis } from './contract/analysis.ts';
import type {
  AccentAnalysis,
  AnyDimension,
  FluencyAnalysis,
  Unscored,
  VocabularyAnalysis,
} from './contract/dimensions.ts';
import type { FinishedRun } from './contract/run.ts';
import type {
  AccentScored,
  Aligned,
  CandidateAudioCut,
  CandidateDetected,
  Decoded,
  DeliveryObserved,
  Diarised,
  Explained,
  FluencyScored,
  SilenceCut,
  SpeakersAssigned,
  SpeechDetected,
  Transcribed,
  VocabularyScored,
} from './pipeline/state.ts';
import type { SpeechRunInput, SpeechSummary } from './stored.ts';

/** Every output of the speech pipeline; what a finished or failed run has of it. */
export type SpeechState = Decoded &
  SilenceCut &
  SpeechDetected &
  Transcribed &
  Aligned &
  Diarised &
  SpeakersAssigned &
  CandidateDetected &
  VocabularyScored &
  FluencyScored &
  AccentScored &
  DeliveryObserved &
  Explained &
  CandidateAudioCut;

/** What a finished run certainly has, and what optional steps may have added. */
export type FinishedState = Pick<Transcribed, 'recognition'> &
  Diarised &
  SpeakersAssigned &
  Partial<SpeechState>;

/** A dimension as it is stored: which levels its interval reaches is told by the scale of the day. */
type Stored<Of> = Of extends unknown ? Omit<Of, 'cefrRange'> : never;
export type ShownDimension = Stored<AnyDimension>;
export type Quality = Analysis['quality'];

/** What is stored in `runs.result`: the parts of the poll answer that come from the recording. */
export interface SpeechResult
  extends Pick<
    FinishedRun,
    'scoringMethod' | 'candidateDetection' | 'hrRecommendation' | 'candidateFeedback' | 'transcript'
  > {
  /** As detected: by the recogniser, or by words in the language asked for that fit the sound; null where neither can tell. */
  languageCode: string | null;
  speakerCount: number;
  scores: FlatScores;
  /** Absent in what earlier versions stored: counted. */
  accentUse?: AccentUse;
  explainability: NonNullable<FinishedRun['explainability']> | null;
  /** Null when the submission said `analysis=false`: then it is stored nowhere. */
  analysis:
    | (Omit<Analysis, 'overall' | 'vocabulary' | 'fluency' | 'accent'> & {
        vocabulary: Stored<VocabularyAnalysis> | null;
        fluency: Stored<FluencyAnalysis> | null;
        accent: Stored<AccentAnalysis> | null;
      })
    | null;
  /** `file`: its name within the run's blob folder, where that is not the usual one. */
  cutAudio: { durationMs: number; file?: string } | null;
}

/** Vocabulary, fluency and, where it is not hidden, accent. */
const scoresExpectedOf = (accentUse: AccentUse): number => (accentUse === 'hidden' ? 2 : 3);

const hiddenAccent: Abstention = {
  abstained: true,
  reason: 'Accent is hidden by the settings of the client who submitted this recording.',
};

/**
 * The result of a run from the state its pipeline left. Pure. Whether the run succeeded is for `settle` to say,
 * from `scoresProduced` and the outcomes; a failed run's `result` is not shown.
 */
export function buildSpeechResult({
  state,
  outcomes,
  run,
  scale,
}: {
  state: FinishedState;
  outcomes: readonly StepOutcome[];
  run: { language: string | null; input: Partial<Pick<SpeechRunInput, 'analysis' | 'accentUse'>> };
  scale: ScaleCalibration;
}): {
  result: SpeechResult;
  summary: SpeechSummary;
  scoresProduced: number;
  scoresExpected: number;
} {
  const { vocabulary, fluency, candidate } = state;
  const accentUse = run.input.accentUse ?? 'counted';
  const accent = accentUse === 'hidden' ? hiddenAccent : state.accent;
  const languageCode = heardLanguage(state, run.language);
  const scores = flatScores(
    { vocabulary: vocabulary ?? null, fluency: fluency ?? null, accent: accent ?? null },
    scale,
    accentUse,
  );
  const scoresProduced = [scores.vocabulary, scores.fluency, scores.accent].filter(
    (score) => score !== null,
  ).length;
  const summary: SpeechSummary = {
    languageCode,
    speakerCount: state.speakerCount,
    scores: {
      vocabulary: scores.vocabulary,
      vocabularyCefr: scores.vocabularyCefr,
      fluency: scores.fluency,
      fluencyCefr: scores.fluencyCefr,
      accent: scores.accent,
      accentCefr: scores.accentCefr,
      overall: scores.overall,
      cefrLevel: scores.cefrLevel,
    },
  };
  const result: SpeechResult = {
    scoringMethod: 'ml_hybrid',
    languageCode,
    speakerCount: state.speakerCount,
    candidateDetection: candidate ?? null,
    scores,
    accentUse,
    explainability: state.explainability ?? null,
    analysis:
      run.input.analysis === false
        ? null
        : {
            vocabulary: shown(vocabulary),
            fluency: shown(fluency),
            accent: shown(roundedSounds(accent)),
            delivery: state.delivery ?? null,
            grammar: state.grammar ?? null,
            transcript: candidate
              ? writtenOut(
                  candidateSpeech(state.spokenWords, state.turns, candidate.speaker, state.speech ?? []),
                )
              : null,
            quality: quality(state, outcomes, run.language),
          },
    hrRecommendation: state.hrRecommendation ?? null,
    candidateFeedback: state.candidateFeedback ?? null,
    transcript: buildTranscript({
      words: state.spokenWords,
      turns: state.turns,
      candidate: candidate ?? null,
    }),
    cutAudio: state.cutAudio ? { durationMs: state.cutAudio.durationMs } : null,
  };
  return { result, summary, scoresProduced, scoresExpected: scoresExpectedOf(accentUse) };
}

const unscored = {
  score: null,
  cefr: null,
  percent: null,
  interval: null,
  confidence: null,
  features: null,
  evidence: null,
  cefrPosterior: null,
  calibration: null,
  warnings: null,
};

function shown<Scored extends object>(
  dimension: Scored | Abstention | undefined,
): Scored | Stored<Unscored> | null {
  if (!dimension) return null;
  return isAbstention(dimension) ? { ...unscored, reason: dimension.reason } : dimension;
}

function roundedSounds(accent: AccentResult | Abstention | undefined): AccentResult | Abstention | undefined {
  if (!accent || isAbstention(accent) || !accent.words || !accent.phones) return accent;
  const rounded = <Row extends { gop: number }>(row: Row): Row => ({ ...row, gop: round(row.gop) });
  return { ...accent, words: accent.words.map(rounded), phones: accent.phones.map(rounded) };
}

/** An aligner has found what a recogniser of one language wrote in the sound, or the run has failed. */
const heardLanguage = ({ recognition, alignment }: FinishedState, asked: string | null): string | null =>
  recognition.detectedLanguage ?? (alignment?.engineId ? asked : null);

/** Three decimals: more would pretend a precision that nothing here has. */
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Where words' times are less than heard and no aligner put them right. */
function wordTimeWarnings({ recognition, alignment }: FinishedState): string[] {
  if (alignment?.engineId) return [];
  if (alignment?.timesBy) {
    return ['Word times are found with the sounds of English nearest to the language’s own.'];
  }
  if (recognition.wordTimes === 'interpolated') {
    return [
      'Word times are estimates, spread over each phrase: pauses within phrases are not known and take no part in fluency.',
    ];
  }
  return recognition.wordTimes === 'attention'
    ? ['Word times are read off the recogniser’s attention, which is less exact than an aligner.']
    : [];
}

const shownErrors = (
  errors: CandidateDetected['expectedErrors'],
): NonNullable<Quality['expectedWordErrors']> | null =>
  errors
    ? {
        ...errors,
        rate: round(errors.rate),
        interval: [round(errors.interval[0]), round(errors.interval[1])],
      }
    : null;

function quality(state: FinishedState, outcomes: readonly StepOutcome[], asked: string | null): Quality {
  const { recognition, speech, turns, alignment } = state;
  const elsewhere = toldOtherLanguages(alignment?.otherLanguages ?? [], asked);
  const lost = outcomes.filter(({ status, message }) => status !== 'ok' && message !== null);
  const spans = (list: readonly { startMs: number; endMs: number }[]) =>
    list.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const spokenMs = spans(turns);
  return {
    snrDb: state.snrDb == null ? null : Math.round(state.snrDb * 10) / 10,
    clippedShare: state.source ? round(state.source.clippedShare) : null,
    overlapShare: spokenMs > 0 ? round(spans(turns.filter(({ overlap }) => overlap)) / spokenMs) : null,
    speechSeconds: speech ? Math.round(spans(speech) / 100) / 10 : null,
    recogniser: { id: recognition.engineId, confidence: round(recognition.meanConfidence) },
    languageProbability: recognition.languageProbability,
    ...(alignment?.otherLanguages && { otherLanguages: alignment.otherLanguages }),
    ...(recognition.secondOpinion && { secondOpinion: recognition.secondOpinion }),
    expectedWordErrors: shownErrors(state.expectedErrors),
    warnings: [
      ...new Set([
        ...(elsewhere ? [elsewhere] : []),
        ...recognition.warnings,
        ...(misheard(state.expectedErrors) ? [misheard(state.expectedErrors)] : []),
        ...wordTimeWarnings(state),
        ...state.diarisation.warnings,
        ...lost.map(({ message }) => message!),
      ]),
    ],
  };
}
