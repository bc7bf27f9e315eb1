import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeletionPreview } from '../../../../modules/console/deletions/contract.ts';
import { useChange } from '../../api/changes.ts';
import { ask } from '../../api/client.ts';
import { common } from '../../texts/common.ts';
import { deletionTexts as words } from '../../texts/retention.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { emptyDraft, type SubjectDraft, subjectOf } from './subject-form.ts';
import { SubjectStep } from './subject-step.tsx';

interface NewDeletionDialogProps {
  clientId: string;
  /** Where the page already knows what is meant. */
  draft?: SubjectDraft;
  onClose: () => void;
}

/** First what is meant, then what that is, and only then the deed. */
export function NewDeletionDialog({ clientId, draft: given = emptyDraft, onClose }: NewDeletionDialogProps) {
  const [draft, setDraft] = useState(given);
  const [note, setNote] = useState('');
  const [found, setFound] = useState<DeletionPreview>();
  const navigate = useNavigate();
  const change = useChange();
  const params = { clientId };
  const look = useMutation({
    mutationFn: () =>
      ask('POST /clients/:clientId/deletions/preview', { params, body: { subject: subjectOf(draft) } }),
    onSuccess: setFound,
  });
  const { mutate: seek } = look;
  // What is meant was chosen before: what it comes to is shown at once.
  useEffect(() => {
    if (given.kind === 'candidate') seek();
  }, [given.kind, seek]);
  const deed = useMutation({
    mutationFn: () =>
      change('POST /clients/:clientId/deletions', { params, body: { subject: subjectOf(draft), note } }),
    onSuccess: ({ id }) => navigate(`/c/${clientId}/deletions/${id}`),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={words.dialogTitle}
      closeButtonProps={{ 'aria-label': common.close }}
      closeOnClickOutside={!deed.isPending}
    >
      {found && isSomething(found) ? (
        <ConfirmStep
          found={found}
          isPending={deed.isPending}
          fault={deed.error}
          onBack={() => setFound(undefined)}
          onConfirm={() => deed.mutate()}
        />
      ) : (
        <SubjectStep
          draft={draft}
          note={note}
          onDraft={(next) => {
            setFound(undefined);
            setDraft(next);
          }}
          onNote={setNote}
          isNothing={found !== undefined && !isSomething(found)}
          isPending={look.isPending}
          fault={look.error}
          onCancel={onClose}
          onLook={() => look.mutate()}
        />
      )}
    </Modal>
  );
}

const isSomething = ({ count, candidates, recordRows }: DeletionPreview): boolean =>
  count + candidates + recordRows > 0;
