import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MatchEvent } from '../../../../modules/console/matches/contract.ts';
import { refresh } from '../../api/changes.ts';
import { addressOf } from '../../api/client.ts';
import { listen } from '../../api/events.ts';
import { keyOf } from '../../api/reads.ts';

/** What a match under way is doing, as it happens; asks for the match anew once it has ended. */
export function useMatchEvents(clientId: string, runId: string, isUnderWay: boolean): MatchEvent | undefined {
  const [event, setEvent] = useState<MatchEvent>();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return;
    const params = { clientId, runId };
    const address = addressOf('GET /clients/:clientId/matches/:runId/events', { params });
    const stop = listen<MatchEvent>(address, (next) => {
      setEvent(next);
      if (next.status !== 'finished' && next.status !== 'failed') return;
      stop();
      void queries.invalidateQueries({
        queryKey: keyOf('GET /clients/:clientId/matches/:runId', { params }),
      });
      void refresh(queries, 'POST /clients/:clientId/matches', { clientId });
    });
    return stop;
  }, [clientId, runId, isUnderWay, queries]);
  return event;
}
