import { interviewFailureCodes } from '../../errors.ts';
import { defineRunType, type RunOf } from '../runs/run-type.ts';
import { InterviewResult, InterviewSummary, StoredInterview } from './stored.ts';

/** Live interviews: a candidate opens a link and talks with an interviewer. Held by a live process, never by a worker. */
export const interviewRuns = defineRunType({
  name: 'interview',
  partOf: null,
  input: StoredInterview,
  result: InterviewResult,
  summary: InterviewSummary,
  ledgerLabel: 'Interview',
  usage: 'interview',
  permission: 'interview',
  failureCodes: interviewFailureCodes,
  isHeldLive: true,
  caps: { perWorker: null },
  files: { folder: 'interview', transcripts: [] },
  retention: {
    upload: 'audio',
    withoutTranscript: () => ({ transcript: null }),
    // What was said goes with the transcripts; nothing else is worked out here.
    withoutResults: (result) => result,
    withoutUpload: (input) => input,
  },
  ofCandidate: true,
  jobOf: ({ jobId }) => jobId,
  fileName: () => null,
  row: () => ({}),
});

export type InterviewRun = RunOf<typeof interviewRuns>;

/** Where the recording of a session lies. */
export const recordingKey = (sessionId: string): string => `${interviewRuns.folderOf(sessionId)}/upload`;
