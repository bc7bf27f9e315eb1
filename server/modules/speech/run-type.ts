import { Type } from 'typebox';
import { speechFailureCodes } from '../../errors.ts';
import { defineRunType, type RunOf } from '../runs/run-type.ts';
import { evidenceFile, folder } from './files.ts';
import { speechPipeline } from './pipeline/pipeline.ts';
import { rescorePipeline } from './pipeline/rescore.ts';
import { createSpeechRunService } from './pipeline/run-service.ts';
import type { SpeechResult } from './result.ts';
import { withoutResults, withoutTranscript } from './retained.ts';
import { SpeechRunInput, SpeechSummary } from './stored.ts';

/** Interviews: a recording comes in, a scorecard goes out. */
export const speechRuns = defineRunType({
  name: 'speech',
  input: SpeechRunInput,
  result: Type.Unsafe<SpeechResult>(Type.Object({})),
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
    withoutFileName: (input) => ({ ...input, fileName: null }),
  },
  fileName: ({ fileName }) => fileName ?? null,
  row: (summary) => ({
    score: summary.scores.overall,
    cefr: summary.scores.cefrLevel,
    speech: summary,
  }),
  processing: ({ blobs }) => createSpeechRunService({ pipeline: speechPipeline, rescorePipeline, blobs }),
});

export type SpeechRun = RunOf<typeof speechRuns>;
