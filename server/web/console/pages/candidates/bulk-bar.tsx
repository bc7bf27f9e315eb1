import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowRight, IconMail, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { DecisionsTaken } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { RejectDialog } from './decision-section.tsx';
import { InviteManyDialog } from './invite-many-dialog.tsx';

const { bulk: words, decision, noName } = candidateTexts;

interface Person {
  id: string;
  version: number;
}

interface BulkBarProps {
  people: readonly Person[];
  onClear: () => void;
}

/** What can be done with several candidates together; stays for a moment afterwards, to take it back. */
export function BulkBar({ people, onClear }: BulkBarProps) {
  const clientId = useClientId();
  const change = useChange();
  const may = useRights();
  const [isRejecting, rejecting] = useDisclosure();
  const [isInviting, inviting] = useDisclosure();
  const params = { clientId };
  // Of one person several rows may be chosen.
  const candidates = [...new Map(people.map(({ id, version }) => [id, { id, version }])).values()];
  const decide = useMutation({
    mutationFn: (taken: { kind: 'advance' | 'hold' | 'reject'; reason: string }) =>
      change('POST /clients/:clientId/candidates/decisions', { params, body: { candidates, ...taken } }),
    onSuccess: () => {
      rejecting.close();
      undo.reset();
      onClear();
    },
  });
  const undo = useMutation({
    mutationFn: (done: DecisionsTaken['done']) =>
      change('POST /clients/:clientId/candidates/decisions/undo', { params, body: { candidates: done } }),
    onSuccess: () => decide.reset(),
  });
  if (!may('POST /clients/:clientId/candidates/decisions')) return null;
  const mayInvite = may('POST /clients/:clientId/personas/:personaId/candidate-invitations');
  const isBusy = decide.isPending || undo.isPending;
  const taken = decide.data ?? undo.data;
  return (
    <Stack gap="xs" px="md" pb={candidates.length > 0 || taken || decide.error ? 'md' : 0}>
      <FaultAlert fault={decide.error ?? undo.error} />
      {taken && (
        <TakenNote
          taken={taken}
          sentence={
            decide.data
              ? words.decided(decide.variables.kind, taken.done.length)
              : words.undone(taken.done.length)
          }
          isUndoing={undo.isPending}
          {...(decide.data && taken.done.length > 0 && { onUndo: () => undo.mutate(taken.done) })}
        />
      )}
      {candidates.length > 0 && (
        <BulkActions
          count={candidates.length}
          isBusy={isBusy}
          onDecide={(kind) => decide.mutate({ kind, reason: '' })}
          onReject={rejecting.open}
          {...(mayInvite && { onInvite: inviting.open })}
          onClear={onClear}
        />
      )}
      {isRejecting && (
        <RejectDialog
          isPending={decide.isPending}
          fault={decide.error}
          onClose={rejecting.close}
          onReject={(reason) => decide.mutate({ kind: 'reject', reason })}
          title={words.rejectTitle(candidates.length)}
        />
      )}
      {isInviting && (
        <InviteManyDialog candidateIds={candidates.map(({ id }) => id)} onClose={inviting.close} />
      )}
    </Stack>
  );
}

interface TakenNoteProps {
  taken: DecisionsTaken;
  sentence: string;
  isUndoing: boolean;
  /** Missing where nothing can be taken back. */
  onUndo?: () => void;
}

/** What has just been decided, or taken back, and for whom it was refused. */
function TakenNote({ taken, sentence, isUndoing, onUndo }: TakenNoteProps) {
  return (
    <Alert color={taken.refused.length > 0 ? 'yellow' : 'green'} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{sentence}</Text>
        {onUndo && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isUndoing}
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            onClick={onUndo}
          >
            {decision.undo}
          </Button>
        )}
      </Group>
      {taken.refused.map(({ id, name, message }) => (
        <Text key={id} size="sm">
          {name ?? noName}: {message}
        </Text>
      ))}
    </Alert>
  );
}

interface BulkActionsProps {
  count: number;
  isBusy: boolean;
  onDecide: (kind: 'advance' | 'hold') => void;
  onReject: () => void;
  /** Missing where the person may not. */
  onInvite?: () => void;
  onClear: () => void;
}

function BulkActions({ count, isBusy, onDecide, onReject, onInvite, onClear }: BulkActionsProps) {
  return (
    <Paper withBorder p="xs" component="section" aria-label={words.title}>
      <Group gap="xs">
        <Text size="sm" fw={600} aria-live="polite">
          {words.chosen(count)}
        </Text>
        <Button
          size="xs"
          disabled={isBusy}
          leftSection={<IconArrowRight size={15} aria-hidden />}
          onClick={() => onDecide('advance')}
        >
          {decision.advance(null)}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconPlayerPause size={15} aria-hidden />}
          onClick={() => onDecide('hold')}
        >
          {decision.hold}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          leftSection={<IconX size={15} aria-hidden />}
          onClick={onReject}
        >
          {words.reject}
        </Button>
        {onInvite && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            leftSection={<IconMail size={15} aria-hidden />}
            onClick={onInvite}
          >
            {words.invite}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          {words.clear}
        </Button>
      </Group>
    </Paper>
  );
}
