import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { reading } from '../../../api/reads.ts';
import { type Draft, sentOf } from './draft.ts';

/** Long enough not to ask for every letter, short enough to feel at once. */
const SETTLES_AFTER_MS = 300;

/** What the server's one validator says of the draft, a moment after it was last touched. */
export function useJobCheck(clientId: string, draft: Draft, jobId: string | undefined) {
  const [settled] = useDebouncedValue(draft, SETTLES_AFTER_MS);
  const query = useQuery({
    ...reading('POST /clients/:clientId/jobs/check', {
      params: { clientId },
      query: { jobId },
      body: sentOf(settled),
    }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  return { check: query.data, isChecking: query.isFetching || settled !== draft, fault: query.error };
}
