import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { common } from '../../texts/common.ts';
import { whoIs } from './who.ts';

const { merge: words, duplicate } = candidateTexts;
const SHOWN = 8;

/** Finds by name another candidate that is the same person. */
export function MergeDialog({ candidate, onClose }: { candidate: CandidateDetails; onClose: () => void }) {
  const clientId = useClientId();
  const change = useChange();
  const [search, setSearch] = useState('');
  const found = useQuery({
    ...reading('GET /clients/:clientId/candidates', {
      params: { clientId },
      query: { search, limit: SHOWN + 1, sort: 'name', direction: 'asc' },
    }),
    enabled: search.trim() !== '',
  });
  const merge = useMutation({
    mutationFn: (otherId: string) =>
      change('POST /clients/:clientId/candidates/:candidateId/merge', {
        params: { clientId, candidateId: candidate.id },
        body: { version: candidate.version, otherId },
      }),
    onSuccess: onClose,
  });
  const others = found.data?.items.filter(({ id }) => id !== candidate.id).slice(0, SHOWN);
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': common.close }}>
      <Stack>
        <Text size="sm">{words.hint}</Text>
        <SearchInput label={words.find} value={search} onChange={setSearch} />
        <FaultAlert fault={merge.error ?? found.error} />
        {others?.length === 0 && (
          <Text size="sm" role="status">
            {words.none}
          </Text>
        )}
        {others?.map((other) => (
          <Group key={other.id} justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {whoIs(other)}
              <Text span size="xs" c="dimmed" display="block">
                {[other.email, ...other.externalIds].filter(Boolean).join(' · ')}
              </Text>
            </Text>
            <Button
              variant="default"
              size="xs"
              flex="none"
              loading={merge.isPending && merge.variables === other.id}
              onClick={() => merge.mutate(other.id)}
            >
              {duplicate.mergeDo}
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
