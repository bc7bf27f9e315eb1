import { Type } from 'typebox';
import { cvFailureCodes } from '../../errors.ts';
import { defineRunType, type RunOf } from '../runs/run-type.ts';
import type { MatchResult, ReadingResult } from './result.ts';
import { MatchSummary, ReadingSummary, StoredMatch, StoredReading } from './stored.ts';

/** CV matches: a CV and a job come in, a score with its reasons goes out. */
export const matchRuns = defineRunType({
  name: 'cv_deepmatch',
  partOf: null,
  input: StoredMatch,
  result: Type.Unsafe<MatchResult>(Type.Object({})),
  summary: MatchSummary,
  ledgerLabel: 'CV match',
  usage: 'cv',
  permission: 'cvdeepmatch',
  failureCodes: cvFailureCodes,
  caps: { perWorker: null },
  files: { folder: 'cvdeepmatch', transcripts: [] },
  retention: {
    upload: 'cvs',
    withoutResults: () => null,
    // Other matches of the same CV may still have the file.
    withoutUpload: (input) => ({ ...input, fileName: null, blobKey: null, cvId: null }),
  },
  ofCandidate: true,
  jobOf: ({ jobId }) => jobId ?? null,
  cvOf: ({ cvId }) => cvId ?? null,
  fileName: ({ fileName }) => fileName ?? null,
  searchNames: ({ fileName }, summary) => [summary?.candidateName, fileName],
  row: ({ score, candidateName }) => ({ score, name: candidateName ?? null }),
});

export type MatchRun = RunOf<typeof matchRuns>;

/** CVs that are read for no job yet, so that they can be found and matched later. They cost nothing, and the API does not show them. */
export const readingRuns = defineRunType({
  name: 'cv_reading',
  partOf: null,
  input: StoredReading,
  result: Type.Unsafe<ReadingResult>(Type.Object({})),
  summary: ReadingSummary,
  ledgerLabel: null,
  usage: 'cv',
  permission: 'cvdeepmatch',
  failureCodes: cvFailureCodes,
  caps: { perWorker: null },
  files: { folder: 'cvreading', transcripts: [] },
  retention: {
    upload: 'cvs',
    withoutResults: () => null,
    withoutUpload: () => ({ fileName: null, blobKey: null, cvId: null }),
  },
  ofCandidate: true,
  cvOf: ({ cvId }) => cvId,
  fileName: ({ fileName }) => fileName,
  searchNames: ({ fileName }, summary) => [summary?.candidateName, fileName],
  row: ({ candidateName }) => ({ name: candidateName }),
});

export type ReadingRun = RunOf<typeof readingRuns>;

/** Where an upload lies until it is stored. */
export const uploadKey = (runId: string, type: Pick<typeof matchRuns, 'folderOf'> = matchRuns): string =>
  `${type.folderOf(runId)}/upload`;
