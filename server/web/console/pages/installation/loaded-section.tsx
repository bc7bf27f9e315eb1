import { Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ModelsAnswer } from '../../../../modules/console/installation/contract.ts';
import { Section } from '../../components/section.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { hearingTexts } from '../../texts/hearing.ts';
import { modelsTexts } from '../../texts/installation.ts';
import { HearingNote } from '../hearing/hearing-note.tsx';

/** What hears now, and which languages nothing hears. */
export function LoadedSection({ answer }: { answer: ModelsAnswer | undefined }) {
  return (
    <Section title={modelsTexts.loaded} description={modelsTexts.loadedText}>
      {!answer ? (
        <Skeleton h={44} />
      ) : answer.loaded.length === 0 ? (
        <Text size="sm" c="dimmed">
          {modelsTexts.loadedNone}
        </Text>
      ) : (
        <Stack gap="xs">
          {answer.loaded.map(({ id, languages }) => (
            <Group key={id} gap="xs">
              <ToneBadge tone="positive">{modelsTexts.inUse}</ToneBadge>
              <Text fw={550}>{id}</Text>
              <Text size="sm" c="dimmed">
                {modelsTexts.covered(
                  answer.languages.filter((code) => languages.includes(code)).length,
                  answer.languages.length,
                )}
              </Text>
            </Group>
          ))}
          <HearingNote withModels={false} />
          <Text size="sm" c="dimmed">
            {hearingTexts.unclear}
          </Text>
        </Stack>
      )}
    </Section>
  );
}
