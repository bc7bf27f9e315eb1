import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JobCheck } from '../../../../../modules/console/contract/jobs.ts';
import { post } from '../../../api/client.ts';
import { type Draft, sentOf } from './draft.ts';

/** Long enough not to ask for every letter, short enough to feel at once. */
const SETTLES_AFTER_MS = 300;

/** What the server's one validator says of the draft, a moment after it was last touched. */
export function useJobCheck(clientId: string, draft: Draft, jobId: string | undefined) {
  const [settled] = useDebouncedValue(draft, SETTLES_AFTER_MS);
  const sent = sentOf(settled);
  const query = useQuery({
    queryKey: ['job-check', clientId, jobId, sent],
    queryFn: () =>
      post<JobCheck>(
        `/clients/${clientId}/jobs/check${jobId ? `?jobId=${encodeURIComponent(jobId)}` : ''}`,
        sent,
      ),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  return { check: query.data, isChecking: query.isFetching || settled !== draft, fault: query.error };
}
