import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { whoIs } from './who.ts';

const { duplicate: words } = candidateTexts;

/** Who may be the same person: never put together without being asked. */
export function Duplicates({ candidate }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const mayMerge = useMay('POST /clients/:clientId/candidates/:candidateId/merge');
  const change = useChange();
  const { id: candidateId, version, proposals } = candidate;
  const params = { clientId, candidateId };
  const dismiss = useMutation({
    mutationFn: (proposalId: string) =>
      change('POST /clients/:clientId/candidates/:candidateId/proposals/:proposalId/dismiss', {
        params: { ...params, proposalId },
      }),
  });
  if (proposals.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconUsersGroup aria-hidden />} title={words.title} data-print="hide">
      <Stack gap="sm">
        {proposals.map(({ id, likeness, other }) => (
          <Group key={id} justify="space-between" gap="sm">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }} flex="1 1 14rem">
              <strong>{whoIs(other)}</strong> ·{' '}
              {[other.name && other.email, ...other.externalIds, words.entries(other.runs)]
                .filter(Boolean)
                .join(' · ')}
              <br />
              {words.because[likeness]}
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                component={Link}
                to={`/c/${clientId}/candidates/${other.id}`}
              >
                {words.look}
              </Button>
              {mayMerge && (
                <>
                  <Button
                    variant="default"
                    size="xs"
                    loading={dismiss.isPending && dismiss.variables === id}
                    onClick={() => dismiss.mutate(id)}
                  >
                    {words.different}
                  </Button>
                  <ConfirmButton
                    label={words.same}
                    buttonProps={{ size: 'xs' }}
                    title={words.mergeTitle}
                    confirmLabel={words.mergeDo}
                    isDestructive={false}
                    onConfirm={() =>
                      change('POST /clients/:clientId/candidates/:candidateId/merge', {
                        params,
                        body: { version, otherId: other.id },
                      })
                    }
                  >
                    {words.mergeText(whoIs(candidate), whoIs(other))}
                  </ConfirmButton>
                </>
              )}
            </Group>
          </Group>
        ))}
        <FaultAlert fault={dismiss.error} />
      </Stack>
    </Alert>
  );
}
