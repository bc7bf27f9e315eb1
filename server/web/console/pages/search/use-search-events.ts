import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SearchEvent } from '../../../../modules/console/search/contract.ts';
import { refresh } from '../../api/changes.ts';
import { addressOf } from '../../api/client.ts';
import { listen } from '../../api/events.ts';
import { keyOf } from '../../api/reads.ts';

/** What a search under way is doing, as it happens; asks for the search anew once it has ended. */
export function useSearchEvents(clientId: string, runId: string): SearchEvent | undefined {
  const [event, setEvent] = useState<SearchEvent>();
  const queries = useQueryClient();
  useEffect(() => {
    const address = addressOf('GET /clients/:clientId/searches/:runId/events', {
      params: { clientId, runId },
    });
    const stop = listen<SearchEvent>(address, (next) => {
      setEvent(next);
      if (next.status !== 'finished' && next.status !== 'failed') return;
      stop();
      // With names and without.
      for (const names of [false, true]) {
        void queries.invalidateQueries({
          queryKey: keyOf('GET /clients/:clientId/searches/:runId', {
            params: { clientId, runId },
            query: { names },
          }),
        });
      }
      void refresh(queries, 'POST /clients/:clientId/searches', { clientId });
    });
    return stop;
  }, [clientId, runId, queries]);
  return event;
}
