import { searchFailureCodes } from '../../errors.ts';
import { defineRunType, type RunOf } from '../runs/run-type.ts';
import { SearchResult, SearchSummary, StoredSearch } from './stored.ts';

/** CV searches: a job comes in, the best candidates of a corpus go out. Nothing is uploaded. */
export const searchRuns = defineRunType({
  name: 'cv_deepsearch',
  partOf: null,
  input: StoredSearch,
  result: SearchResult,
  summary: SearchSummary,
  ledgerLabel: 'CV search',
  usage: 'cv',
  permission: 'cvdeepsearch',
  failureCodes: searchFailureCodes,
  caps: { perWorker: null },
  files: { folder: 'cvds', transcripts: [] },
  retention: {
    upload: null,
    withoutResults: () => null,
    withoutUpload: (input) => input,
  },
  jobOf: ({ jobId }) => jobId,
  fileName: () => null,
  searchNames: ({ corpusId, jobTitle, positionId }) => [corpusId, jobTitle, positionId],
  row: () => ({}),
  storedResult: ({ searched, compared, method, warnings }) => ({ searched, compared, method, warnings }),
});

export type SearchRun = RunOf<typeof searchRuns>;
