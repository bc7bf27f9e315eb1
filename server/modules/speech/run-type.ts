import { Type } from 'typebox';
import { speechFailureCodes } from '../../errors.ts';
import { defineRunType, type RunOf } from '../runs/run-type.ts';
import { evidenceFile, folder } from './files.ts';
import type { SpeechResult } from './result.ts';
import { withoutResults, withoutTranscript } from './retained.ts';
import { RescoringInput, SpeechRunInput, SpeechSummary } from './stored.ts';

const StoredResult = Type.Unsafe<SpeechResult>(Type.Object({}));

/** Interviews: a recording comes in, a scorecard goes out. */
export const speechRuns = defineRunType({
  name: 'speech',
  partOf: null,
  input: SpeechRunInput,
  result: StoredResult,
  summary: SpeechSummary,
  ledgerLabel: 'Speech analysis',
  usage: 'speech',
  permission: 'speech',
  failureCodes: speechFailureCodes,
  caps: { perWorker: null },
  files: { folder, transcripts: [evidenceFile] },
  retention: {
    upload: 'audio',
    withoutTranscript,
    withoutResults,
    withoutUpload: (input) => ({ ...input, fileName: null }),
  },
  ofCandidate: true,
  jobOf: ({ jobId }) => jobId ?? null,
  fileName: ({ fileName }) => fileName ?? null,
  row: (summary) => ({
    score: summary.scores.overall,
    cefr: summary.scores.cefrLevel,
    speech: summary,
  }),
});

export type SpeechRun = RunOf<typeof speechRuns>;

/** A finished run is scored again, because a person said who the candidate is. Its result takes the place of the run's. */
export const rescoringRuns = defineRunType({
  name: 'speech_rescore',
  partOf: speechRuns.name,
  input: RescoringInput,
  result: StoredResult,
  summary: SpeechSummary,
  ledgerLabel: null,
  usage: 'speech',
  permission: 'speech',
  failureCodes: speechFailureCodes,
  stuckMessage:
    'Scoring it again stopped several times without getting to its end. The earlier result stays.',
  // It takes seconds of the lane that runs of other people wait for, too.
  caps: { perWorker: 1 },
  files: speechRuns.files,
  retention: { upload: 'audio', withoutResults: () => null, withoutUpload: (input) => input },
  fileName: () => null,
  row: () => ({}),
});

export type RescoringRun = RunOf<typeof rescoringRuns>;
