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
  const isBusy = decide.isPending || undo.isPending;
  const taken = decide.data ?? undo.data;
  return (
    <Stack gap="xs" px="md" pb={candidates.length > 0 || taken || decide.error ? 'md' : 0}>
      <FaultAlert fault={decide.error ?? undo.error} />
      {taken && (
        <Alert color={taken.refused.length > 0 ? 'yellow' : 'green'} role="status">
          <Group justify="space-between" gap="xs">
            <Text size="sm">
              {decide.data
                ? words.decided(decide.variables.kind, taken.done.length)
                : words.undone(taken.done.length)}
            </Text>
            {decide.data && taken.done.length > 0 && (
              <Button
                variant="subtle"
                size="compact-sm"
                loading={undo.isPending}
                leftSection={<IconArrowBackUp size={15} aria-hidden />}
                onClick={() => undo.mutate(taken.done)}
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
      )}
      {candidates.length > 0 && (
        <Paper withBorder p="xs" component="section" aria-label={words.title}>
          <Group gap="xs">
            <Text size="sm" fw={600} aria-live="polite">
              {words.chosen(candidates.length)}
            </Text>
            <Button
              size="xs"
              disabled={isBusy}
              leftSection={<IconArrowRight size={15} aria-hidden />}
              onClick={() => decide.mutate({ kind: 'advance', reason: '' })}
            >
              {decision.advance(null)}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              leftSection={<IconPlayerPause size={15} aria-hidden />}
              onClick={() => decide.mutate({ kind: 'hold', reason: '' })}
            >
              {decision.hold}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              leftSection={<IconX size={15} aria-hidden />}
              onClick={rejecting.open}
            >
              {words.reject}
            </Button>
            {may('POST /clients/:clientId/personas/:personaId/candidate-invitations') && (
              <Button
                size="xs"
                variant="default"
                disabled={isBusy}
                leftSection={<IconMail size={15} aria-hidden />}
                onClick={inviting.open}
              >
                {words.invite}
              </Button>
            )}
            <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
              {words.clear}
            </Button>
          </Group>
        </Paper>
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
