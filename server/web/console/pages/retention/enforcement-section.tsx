import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Enforcement } from '../../../../modules/console/retention/contract.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { retentionKindTexts, retentionTexts as words } from '../../texts/retention.ts';
import { retentionKinds } from './retention-queries.ts';

/** When the rules were last enforced, and what that did. */
export function EnforcementSection({ enforcement }: { enforcement: Enforcement | undefined }) {
  const { finishedAt, nextAt, deleted, error } = enforcement ?? {};
  const said = retentionKinds.flatMap((kind) =>
    deleted?.[kind] ? [words.deletedFrom(retentionKindTexts[kind].name, deleted[kind])] : [],
  );
  return (
    <Section title={words.enforcement} description={words.enforcementDescription}>
      <Stack gap="md">
        {error && <FaultAlert fault={error} title={words.broken} />}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <Fact label={words.last}>
            <DateTime value={finishedAt} style="relative" missing={words.neverYet} />
          </Fact>
          <Fact label={words.next}>
            {nextAt && Date.parse(nextAt) > Date.now() ? (
              <DateTime value={nextAt} style="relative" />
            ) : (
              words.soon
            )}
          </Fact>
          <Fact label={words.lastDeleted}>
            <Group gap={4}>{said.length > 0 ? said.join(', ') : words.deletedNothing}</Group>
          </Fact>
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="div" data-figures>
        {children}
      </Text>
    </Stack>
  );
}
