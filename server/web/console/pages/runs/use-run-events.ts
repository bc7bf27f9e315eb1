import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunEvent } from '../../../../modules/console/contract/run-events.ts';
import { refresh } from '../../api/changes.ts';
import { addressOf } from '../../api/client.ts';
import { keyOf } from '../../api/reads.ts';

/** What a run under way is doing, as it happens; asks for the run anew once it has ended. */
export function useRunEvents(clientId: string, runId: string, isUnderWay: boolean): RunEvent | undefined {
  const [event, setEvent] = useState<RunEvent>();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return;
    const params = { clientId, runId };
    const source = new EventSource(addressOf('GET /clients/:clientId/runs/:runId/events', { params }));
    source.onmessage = ({ data }) => {
      const next = JSON.parse(data as string) as RunEvent;
      setEvent(next);
      const isRunning = next.status === 'queued' || next.status === 'processing';
      if (isRunning || next.rescoring?.status === 'open') return;
      source.close();
      void queries.invalidateQueries({ queryKey: keyOf('GET /clients/:clientId/runs/:runId', { params }) });
      void refresh(queries, 'POST /clients/:clientId/playground', { clientId });
    };
    return () => source.close();
  }, [clientId, runId, isUnderWay, queries]);
  return event;
}
