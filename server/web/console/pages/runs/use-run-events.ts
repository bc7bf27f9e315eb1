import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunEvent } from '../../../../modules/console/runs/contract.ts';
import { refresh } from '../../api/changes.ts';
import { addressOf } from '../../api/client.ts';
import { listen } from '../../api/events.ts';
import { keyOf } from '../../api/reads.ts';

/** What a run under way is doing, as it happens; asks for the run anew once it has ended. */
export function useRunEvents(clientId: string, runId: string, isUnderWay: boolean): RunEvent | undefined {
  const [event, setEvent] = useState<RunEvent>();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isUnderWay) return;
    const params = { clientId, runId };
    const address = addressOf('GET /clients/:clientId/runs/:runId/events', { params });
    const stop = listen<RunEvent>(address, (next) => {
      setEvent(next);
      const isRunning = next.status === 'queued' || next.status === 'processing';
      if (isRunning || next.rescoring?.status === 'open') return;
      stop();
      void queries.invalidateQueries({ queryKey: keyOf('GET /clients/:clientId/runs/:runId', { params }) });
      void refresh(queries, 'POST /clients/:clientId/playground', { clientId });
    });
    return stop;
  }, [clientId, runId, isUnderWay, queries]);
  return event;
}
