import { Group, Stack, Text } from '@mantine/core';
import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Section } from '../../components/section.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { whoIs } from './who.ts';

const { joined: words, duplicate } = candidateTexts;

/** What the candidate was put together from, each to be taken out again. */
export function JoinedSection({ candidate }: { candidate: CandidateDetails }) {
  const clientId = useClientId();
  const maySeparate = useMay('POST /clients/:clientId/candidates/:candidateId/separate');
  const change = useChange();
  const { id: candidateId, version, merged } = candidate;
  if (merged.length === 0) return null;
  return (
    <Section title={words.title} description={words.hint} data-print="hide">
      <Stack gap="sm">
        {merged.map((one) => (
          <Group key={one.id} justify="space-between" gap="xs">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }} flex="1 1 10rem">
              {whoIs(one)}
              <Text span size="xs" c="dimmed" display="block">
                {duplicate.entries(one.runs)} ·{' '}
                {one.mergedBy === null ? words.byItself : words.by(one.mergedBy)}
              </Text>
            </Text>
            {maySeparate && (
              <ConfirmButton
                label={words.separate}
                buttonProps={{ size: 'xs' }}
                title={words.separateTitle}
                confirmLabel={words.separateDo}
                isDestructive={false}
                onConfirm={() =>
                  change('POST /clients/:clientId/candidates/:candidateId/separate', {
                    params: { clientId, candidateId },
                    body: { version, recordId: one.id },
                  })
                }
              >
                {words.separateText(whoIs(one))}
              </ConfirmButton>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
