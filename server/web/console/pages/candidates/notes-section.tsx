import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import type { CandidateDetails, CandidateNote } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { candidateTexts } from '../../texts/candidates.ts';

const { notes: words } = candidateTexts;

/** What colleagues have written; each adds notes, none can change another's. */
export function NotesSection({ candidate: { id: candidateId, notes } }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const mayWrite = useMay('POST /clients/:clientId/candidates/:candidateId/notes');
  const change = useChange();
  const [removed, setRemoved] = useState<CandidateNote>();
  const params = { clientId, candidateId };
  return (
    <Section title={words.title}>
      <Stack gap="md">
        {mayWrite && <NoteForm candidateId={candidateId} />}
        {notes.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.none}
          </Text>
        )}
        {notes.map((note) => (
          <NoteView
            key={note.id}
            note={note}
            {...(note.isOwn && mayWrite && { onRemove: () => setRemoved(note) })}
          />
        ))}
      </Stack>
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={words.removeTitle}
        confirmLabel={words.remove}
        onConfirm={() =>
          change('DELETE /clients/:clientId/candidates/:candidateId/notes/:noteId', {
            params: { ...params, noteId: removed?.id ?? '' },
          })
        }
      >
        {words.removeText}
      </ConfirmDialog>
    </Section>
  );
}

function NoteForm({ candidateId }: { candidateId: string }) {
  const clientId = useClientId();
  const change = useChange();
  const params = { clientId, candidateId };
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () =>
      change('POST /clients/:clientId/candidates/:candidateId/notes', { params, body: { text } }),
    onSuccess: () => setText(''),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') add.mutate();
      }}
    >
      <Stack gap="xs" data-print="hide">
        <Textarea
          label={words.label}
          description={words.hint}
          placeholder={words.placeholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={limits.candidates.maxNoteChars}
          autosize
          minRows={2}
          maxRows={10}
        />
        <FaultAlert fault={add.error} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
            {words.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** @param onRemove missing where it may not be removed */
function NoteView({ note, onRemove }: { note: CandidateNote; onRemove?: () => void }) {
  return (
    <Group align="flex-start" justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={2} miw={0}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.text}
        </Text>
        <Text size="xs" c="dimmed">
          {note.author} · <DateTime value={note.createdAt} style="relative" />
        </Text>
      </Stack>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.remove}
          onClick={onRemove}
          data-print="hide"
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
