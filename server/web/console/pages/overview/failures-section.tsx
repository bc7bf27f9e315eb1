import { Anchor, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { OverviewAnswer } from '../../../../modules/console/overview/contract.ts';
import { formatCount } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { failureNames, overviewTexts } from '../../texts/overview.ts';

interface FailuresSectionProps {
  clientId: string;
  failures: OverviewAnswer['failures'] | undefined;
}

/** The most frequent reasons of the last days. */
export function FailuresSection({ clientId, failures }: FailuresSectionProps) {
  const most = failures?.[0]?.count ?? 0;
  return (
    <Section title={overviewTexts.failures} h="100%">
      {!failures ? (
        <Skeleton h={120} />
      ) : failures.length === 0 ? (
        <Text size="sm" c="dimmed">
          {overviewTexts.failuresNone}
        </Text>
      ) : (
        <Stack gap="md">
          {failures.slice(0, 5).map(({ code, count }) => (
            <Stack key={code} gap={4}>
              <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
                <Text size="sm" title={code}>
                  {failureNames[code] ?? code}
                </Text>
                <Text size="sm" fw={550} data-figures>
                  {formatCount(count)}
                </Text>
              </Group>
              <Progress value={(100 * count) / most} color="red.6" size="xs" aria-hidden />
            </Stack>
          ))}
          <Anchor component={Link} to={`/c/${clientId}/runs?status=failed&serviceType=any`} size="sm">
            {overviewTexts.showFailed}
          </Anchor>
        </Stack>
      )}
    </Section>
  );
}
