import { useEffect, useReducer, useRef } from 'react';
import { limits } from '../../../../../config/limits.ts';
import { ApiFault, ask } from '../../../api/client.ts';
import { faultSentence } from '../../../components/fault.ts';
import { matchTexts } from '../../../texts/matches.ts';
import { sendCv } from './send-cv.ts';
import { faultOfFile, nextToSend, reduceUploads, type UploadItem } from './upload-queue.ts';

const { upload: words } = matchTexts;
const LOOK_EVERY_MS = 1000;
const maxSizeMb = limits.cv.maxSizeBytes / 1024 / 1024;

/** Sends files a few at a time, and follows each until its match has ended. */
export function useUploads(clientId: string, jobId: string | null, onAccepted: () => void) {
  const [items, tell] = useReducer(reduceUploads, []);
  const files = useRef(new Map<number, File>());
  const sending = useRef(new Set<number>());
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;

  useEffect(() => {
    if (jobId === null) return;
    for (const id of nextToSend(items)) {
      const file = files.current.get(id);
      if (!file || sending.current.has(id)) continue;
      sending.current.add(id);
      const change = (state: UploadItem['state']) => tell({ type: 'changed', id, state });
      change({ kind: 'uploading', share: 0 });
      sendCv(clientId, { jobId, file }, (share) => change({ kind: 'uploading', share }))
        .then((match) => {
          change({ kind: 'accepted', match });
          accepted.current();
        })
        .catch((fault: unknown) => {
          const isFinal = fault instanceof ApiFault && fault.status === 400;
          change({ kind: 'refused', message: faultSentence(fault), isFinal });
        })
        .finally(() => sending.current.delete(id));
    }
  }, [items, clientId, jobId]);

  const isUnderWay = items.some(({ state }) => state.kind === 'accepted' && state.match.finishedAt === null);
  useEffect(() => {
    if (!isUnderWay || jobId === null) return;
    const look = async () => {
      // What cannot be seen now is seen at the next look.
      const list = await ask('GET /clients/:clientId/matches', {
        params: { clientId },
        query: { jobId, limit: 100 },
      }).catch(() => undefined);
      if (list) tell({ type: 'seen', matches: list.items });
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, clientId, jobId]);

  const isSending = items.some(({ state }) => state.kind === 'waiting' || state.kind === 'uploading');
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);

  return {
    items,
    add(added: readonly File[]) {
      const made = added.map((file): UploadItem => {
        const id = files.current.size + 1;
        files.current.set(id, file);
        const fault = faultOfFile(file, limits.cv.maxSizeBytes);
        const message = fault === 'tooLarge' ? words.tooLarge(maxSizeMb) : words.notPdf;
        return {
          id,
          fileName: file.name,
          sizeBytes: file.size,
          state: fault ? { kind: 'refused', message, isFinal: true } : { kind: 'waiting' },
        };
      });
      tell({ type: 'added', items: made });
    },
    retry: (id: number) => tell({ type: 'changed', id, state: { kind: 'waiting' } }),
    clear: () => tell({ type: 'cleared' }),
  };
}
