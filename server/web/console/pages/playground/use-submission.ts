import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PlaygroundAnswer } from '../../../../modules/console/playground/contract.ts';
import { useRefresh } from '../../api/changes.ts';
import { ApiFault } from '../../api/client.ts';
import { newUploadKey, upload } from '../../api/upload.ts';

export interface Submission {
  file: File;
  language: string;
  externalId: string;
}

/**
 * Sends a recording. One key goes with each choice of a file: when an answer is lost and it is sent again, the server
 * answers with the run that it made the first time.
 */
export function useSubmission(clientId: string, onAccepted: (answer: PlaygroundAnswer) => void) {
  const [share, setShare] = useState(0);
  const key = useRef<string | null>(null);
  const refresh = useRefresh();
  const send = useMutation({
    mutationFn: ({ file, language, externalId }: Submission) => {
      setShare(0);
      key.current ??= newUploadKey();
      const form = new FormData();
      // Before the file: what is refused is refused before the file is read.
      form.set('language', language);
      if (externalId !== '') form.set('externalId', externalId);
      form.set('audio', file);
      const headers = { 'idempotency-key': key.current };
      return upload(
        'POST /clients/:clientId/playground',
        [{ params: { clientId } }],
        form,
        setShare,
        headers,
      );
    },
    onSuccess: (answer) => {
      key.current = null;
      void refresh('POST /clients/:clientId/playground', { clientId });
      onAccepted(answer);
    },
    onError: (fault) => {
      // The server has said no: another try, perhaps with another language, is another submission.
      if (fault instanceof ApiFault && fault.status >= 400 && fault.status < 500 && fault.status !== 409) {
        key.current = null;
      }
    },
  });
  return {
    submit: send.mutate,
    isPending: send.isPending,
    share,
    fault: send.error,
    /** It is unknown whether the server accepted it. */
    isLost: send.error instanceof ApiFault && (send.error.status === 0 || send.error.status >= 409),
    forget() {
      key.current = null;
      send.reset();
    },
  };
}
