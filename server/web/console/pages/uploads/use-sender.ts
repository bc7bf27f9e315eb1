import { useEffect, useSyncExternalStore } from 'react';
import { useRefresh } from '../../api/changes.ts';
import { upload } from '../../api/upload.ts';
import { faultSentence } from '../../components/fault.ts';
import { createSender, isOnItsWay, type Sender } from './sender.ts';

/** One for each client, for as long as the browser has the console open: other pages do not stop it. */
const senders = new Map<string, Sender>();
const onChange = new Map<string, () => void>();

function senderOf(clientId: string): Sender {
  const known = senders.get(clientId);
  if (known) return known;
  const made = createSender({
    send({ uploadId, fileId, file }, onShare) {
      const form = new FormData();
      form.set('file', file);
      return upload(
        'POST /clients/:clientId/uploads/:uploadId/files/:fileId',
        [{ params: { clientId, uploadId, fileId } }],
        form,
        onShare,
        { 'idempotency-key': fileId },
      );
    },
    sentence: faultSentence,
    onChange: () => onChange.get(clientId)?.(),
  });
  senders.set(clientId, made);
  return made;
}

/** What this browser sends for a client; leaving it meanwhile is asked about. */
export function useSender(clientId: string) {
  const sender = senderOf(clientId);
  const inHand = useSyncExternalStore(sender.subscribe, () => sender.inHand);
  const refresh = useRefresh();
  useEffect(() => {
    const params = { clientId, uploadId: '', fileId: '' };
    onChange.set(
      clientId,
      () => void refresh('POST /clients/:clientId/uploads/:uploadId/files/:fileId', params),
    );
  }, [clientId, refresh]);
  const count = [...inHand.keys()].filter((fileId) => isOnItsWay(inHand, fileId)).length;
  const isSending = count > 0;
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSending]);
  return { sender, inHand, count };
}
