import { limits } from '../../config/limits.ts';
import { candidateSpeech } from '../../domain/scoring/candidate-speech.ts';
import { leastSpeech, tooLittleSpeech } from '../../domain/scoring/dimension-score.ts';
import { speakerLabel } from '../../domain/speakers/detect-candidate.ts';
import { meanConfidence } from '../../domain/transcript/confidence.ts';
import { expectedErrors } from '../../domain/transcript/expected-errors.ts';
import type { BlobStore } from '../../storage/port.ts';
import type { Run } from '../runs/types.ts';
import { errorModels } from '../shapes/scale.ts';
import { evidenceKey, uploadKey } from './files.ts';
import { readEvidence, type SpeechEvidence } from './pipeline/evidence.ts';
import { heardOf } from './pipeline/recogniser.ts';
import { speechRuns } from './run-type.ts';

/**
 * Why scoring this speaker would fail, as a person reads it; null where nothing is known against it, and for a speaker without words. The
 * scorers ask the same of the candidate.
 */
function speakerObstacle({ heard }: SpeechEvidence, speaker: string): string | null {
  const { spokenWords, turns, speech, recognition } = heard;
  const own = spokenWords.filter((word) => word.speaker === speaker);
  if (own.length === 0) return null;
  const label = speakerLabel(speaker);
  const said = candidateSpeech(spokenWords, turns, speaker, speech);
  if (tooLittleSpeech(said, 'accent')) {
    const seconds = Math.floor(said.speechMs / 1000);
    return (
      `${label} speaks for ${seconds} seconds and ${said.words.length} words in what could be understood; ` +
      `scores need ${leastSpeech.accent.ms / 1000} seconds and ${leastSpeech.accent.words} words.`
    );
  }
  const mean = meanConfidence(own) ?? 0;
  if (mean < (recognition.minMeanConfidence ?? 0)) {
    return `The recogniser is not sure enough of what ${label} said (certainty ${Math.floor(100 * mean)} %).`;
  }
  const { maxWordErrors, confidences = 'moonshine' } = recognition;
  const errors =
    maxWordErrors === undefined ? null : expectedErrors(heardOf(speaker, heard), errorModels[confidences]);
  if (errors && errors.rate > maxWordErrors!) {
    return `About ${Math.round(100 * errors.rate)} % of what ${label} said was probably misheard; scores need ${Math.round(100 * maxWordErrors!)} % or less.`;
  }
  return null;
}

type Blobs = Pick<BlobStore, 'read' | 'open'>;

async function runObstacle(blobs: Blobs, run: Run): Promise<string | null> {
  if (!speechRuns.is(run)) return 'Only interview recordings have speakers.';
  if (!run.result || (run.status !== 'success' && run.status !== 'partial')) {
    return 'Only a run with a result can be scored again.';
  }
  if (run.input.analysis === false) {
    return 'It was submitted with analysis=false: what scoring another speaker needs was not kept.';
  }
  if (!(await blobs.open(evidenceKey(run.id)))) {
    return 'What was heard in this recording is no longer kept (see Retention), or was never kept: it may come from an earlier release.';
  }
  const usesAligner = run.language === limits.defaultLanguage;
  if (!usesAligner && !(await blobs.open(uploadKey(run.id)))) {
    return 'The recording is no longer kept, and in this language accent is scored by listening to it.';
  }
  return null;
}

/** As `SpeechService` has it. */
export async function rescoringObstacle(blobs: Blobs, run: Run, speaker?: string): Promise<string | null> {
  const obstacle = await runObstacle(blobs, run);
  if (obstacle !== null || speaker === undefined) return obstacle;
  const evidence = await readEvidence(blobs, run.id);
  return evidence ? speakerObstacle(evidence, speaker) : null;
}

/** As `SpeechService` has it. */
export async function rescorableSpeakers(
  blobs: Blobs,
  run: Run,
): Promise<{ id: string; label: string; obstacle: string | null }[]> {
  if (!speechRuns.is(run) || !run.result || (await runObstacle(blobs, run)) !== null) return [];
  const evidence = await readEvidence(blobs, run.id);
  if (!evidence) return [];
  const { candidateDetection, transcript } = run.result;
  return transcript.speakers
    .filter(({ id, wordCount }) => id !== candidateDetection?.speaker && wordCount > 0)
    .map(({ id, label }) => ({ id, label, obstacle: speakerObstacle(evidence, id) }));
}
