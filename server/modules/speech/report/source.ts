import fluency from '../../../../models/calibration/fluency.json' with { type: 'json' };
import usualSounds from '../../../../models/calibration/usual-sounds.json' with { type: 'json' };
import vocabulary from '../../../../models/calibration/vocabulary.json' with { type: 'json' };
import { type Calibrations, tellsMisheard } from '../../../domain/explanation/recommendation.ts';
import type { ReportedDimension, ReportSource } from '../../../domain/report/types.ts';
import { withoutAccent } from '../../../domain/scoring/overall.ts';
import type { Dimension } from '../../../domain/scoring/types.ts';
import { scoredAsOne } from '../../../domain/speakers/second-voice.ts';
import { hasEnded } from '../../runs/types.ts';
import { scale } from '../../shapes/scale.ts';
import type { ShownDimension, SpeechResult } from '../result.ts';
import type { SpeechRun } from '../run-type.ts';

/** As they are shipped: what a measure of a stored result did to its score is told by their weights. */
export const reportCalibrations = { vocabulary, fluency, usualSounds, scale } as unknown as Calibrations;

/** What a report is made from, of a finished run; undefined where there is no result, or none any more. */
export function reportSource(run: SpeechRun, name: string | null): ReportSource | undefined {
  const { result } = run;
  if (!hasEnded(run) || run.status === 'failed' || !result || result.scores.overall === null)
    return undefined;
  const { analysis, candidateDetection } = result;
  const accentUse = result.accentUse ?? 'counted';
  const { overallWithoutAccent, cefrLevelWithoutAccent } = withoutAccent(result.scores, scale);
  const dimensions = producedDimensions(result);
  const told: Dimension[] =
    accentUse === 'hidden' ? ['vocabulary', 'fluency'] : ['vocabulary', 'fluency', 'accent'];
  return {
    person: name ?? run.externalId,
    language: result.languageCode ?? run.input.language,
    durationMs: run.audioDurationMs ?? 0,
    createdAt: run.createdAt,
    accentUse,
    dimensions,
    missing: told.filter((kind) => result.scores[kind] === null),
    bareLevel:
      overallWithoutAccent === null ? null : { score: overallWithoutAccent, cefr: cefrLevelWithoutAccent! },
    hasAnalysis: analysis !== null,
    isTwoVoices: candidateDetection?.reason.includes(scoredAsOne) ?? false,
    isCandidateUnsure: candidateDetection ? candidateDetection.confidence !== 'high' : false,
    wordErrors: analysis?.quality.expectedWordErrors?.rate ?? null,
    repeated: analysis?.delivery?.repeatedPassages ?? [],
    grammar: analysis?.grammar ?? null,
    warnings: warningsOf(result, told),
  };
}

function producedDimensions({ analysis, accentUse }: SpeechResult): ReportSource['dimensions'] {
  const produced = (shown: ShownDimension | null | undefined): ReportedDimension | undefined =>
    shown && shown.score !== null ? shown : undefined;
  const made = {
    vocabulary: produced(analysis?.vocabulary),
    fluency: produced(analysis?.fluency),
    accent: accentUse === 'hidden' ? undefined : produced(analysis?.accent),
  };
  return Object.fromEntries(Object.entries(made).filter(([, dimension]) => dimension));
}

/** Of the told dimensions and the recording, each once. */
function warningsOf({ analysis }: SpeechResult, told: readonly Dimension[]): string[] {
  if (!analysis) return [];
  const ofDimensions = told.flatMap((kind) => {
    const shown = analysis[kind];
    if (!shown) return [];
    return shown.score === null ? [shown.reason] : shown.warnings;
  });
  // What is misheard reports say in a sentence of their own.
  const recording = analysis.quality.warnings.filter((text) => !tellsMisheard(text));
  return [...new Set([...recording, ...ofDimensions])];
}
