import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { limits } from '../../../../../config/limits.ts';
import { ask } from '../../../api/client.ts';
import { newUploadKey } from '../../../api/upload.ts';
import { sendCv } from './send-cv.ts';
import { createUploads } from './uploads.ts';

/** The uploads of a page of this client, for as long as the page is there. */
export function useUploads(clientId: string, onAccepted: () => void) {
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;
  const [uploads] = useState(() =>
    createUploads({
      send: (cv, onShare) => sendCv(clientId, cv, onShare),
      async look(matchIds) {
        const query = { ids: matchIds.join(','), limit: limits.cvPage.max };
        return (await ask('GET /clients/:clientId/matches', { params: { clientId }, query })).items;
      },
      newKey: newUploadKey,
      onAccepted: () => accepted.current(),
    }),
  );
  const items = useSyncExternalStore(uploads.subscribe, () => uploads.items);
  useEffect(() => uploads.follow(), [uploads]);

  const isSending = items.some(({ state }) => state.kind === 'waiting' || state.kind === 'uploading');
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);

  const { add, retry, matchAgain, clear } = uploads;
  return { items, add, retry, matchAgain, clear };
}
