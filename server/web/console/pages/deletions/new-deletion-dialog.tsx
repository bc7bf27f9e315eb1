import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Deletion, DeletionPreview } from '../../../../modules/console/contract/deletions.ts';
import { post } from '../../api/client.ts';
import { common } from '../../texts/common.ts';
import { deletionTexts as words } from '../../texts/retention.ts';
import { ConfirmStep } from './confirm-step.tsx';
import { deletionsKey } from './deletion-queries.ts';
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
  const queries = useQueryClient();
  const look = useMutation({
    mutationFn: () =>
      post<DeletionPreview>(`/clients/${clientId}/deletions/preview`, { subject: subjectOf(draft) }),
    onSuccess: setFound,
  });
  const deed = useMutation({
    mutationFn: () => post<Deletion>(`/clients/${clientId}/deletions`, { subject: subjectOf(draft), note }),
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: deletionsKey(clientId) });
      void queries.invalidateQueries({ queryKey: ['runs', clientId] });
      navigate(`/c/${clientId}/deletions/${id}`);
    },
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
      {found && found.count > 0 ? (
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
          isNothing={found?.count === 0}
          isPending={look.isPending}
          fault={look.error}
          onCancel={onClose}
          onLook={() => look.mutate()}
        />
      )}
    </Modal>
  );
}
