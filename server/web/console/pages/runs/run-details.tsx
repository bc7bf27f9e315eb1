import { Badge, Group, Progress, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RunDetail } from '../../../../modules/console/runs/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DateTime, Duration } from '../../components/date-time.tsx';
import { formatDuration, formatShare } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';
import { speechStepTitles, titleOf } from '../../texts/steps.ts';

/** What is known of the submission, the recording and its processing. */
export function RunDetails({ detail }: { detail: RunDetail }) {
  return (
    <Section title={evidenceTexts.details}>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
        <Submission detail={detail} />
        <Quality detail={detail} />
        <Steps detail={detail} />
      </SimpleGrid>
    </Section>
  );
}

function Facts({
  title,
  facts,
  children,
}: {
  title: string;
  facts: [string, ReactNode][];
  children?: ReactNode;
}) {
  return (
    <div>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <Table
        verticalSpacing={5}
        horizontalSpacing={0}
        withRowBorders={false}
        layout="fixed"
        aria-label={title}
      >
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} c="dimmed" w="44%" fz="sm">
                {name}
              </Table.Th>
              <Table.Td fz="sm" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {children}
    </div>
  );
}

function Submission({ detail: { run, finishedAt, credits, answer } }: { detail: RunDetail }) {
  const facts: [string, ReactNode][] = [
    [evidenceTexts.runId, <CopyValue key="id" value={run.id} shown={`${run.id.slice(0, 8)}…`} />],
    ...(run.fileName ? [[evidenceTexts.file, run.fileName] as [string, ReactNode]] : []),
    ...(run.project ? [[evidenceTexts.project, run.project.name] as [string, ReactNode]] : []),
    [evidenceTexts.submitted, <DateTime key="submitted" value={run.createdAt} />],
    ...(finishedAt
      ? [[evidenceTexts.finished, <DateTime key="finished" value={finishedAt} />] as [string, ReactNode]]
      : []),
    [evidenceTexts.credits, credits.charged ?? '–'],
    ...Object.entries(answer.metadata),
  ];
  return (
    <Facts title={evidenceTexts.submission} facts={facts}>
      {run.tags.length > 0 && (
        <Group gap={6} mt={6}>
          {run.tags.map((tag) => (
            <Badge key={tag} color="gray">
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </Facts>
  );
}

const misheardShare = ({ rate, interval: [low, high] }: { rate: number; interval: [number, number] }) =>
  evidenceTexts.between(formatShare(rate), formatShare(low), formatShare(high));

function Quality({ detail: { answer } }: { detail: RunDetail }) {
  if (!('analysis' in answer) || !answer.analysis) return null;
  const { snrDb, clippedShare, overlapShare, speechSeconds, recogniser, expectedWordErrors } =
    answer.analysis.quality;
  const share = (value: number | null) => (value === null ? '–' : formatShare(value));
  const facts: [string, ReactNode][] = [
    [evidenceTexts.snr, snrDb === null ? '–' : evidenceTexts.decibel(Math.round(snrDb))],
    [evidenceTexts.speech, speechSeconds === null ? '–' : formatDuration(speechSeconds * 1000)],
    [evidenceTexts.overlap, share(overlapShare)],
    [evidenceTexts.clipped, share(clippedShare)],
    [evidenceTexts.recogniser, recogniser.id],
    [evidenceTexts.meanCertainty, share(recogniser.confidence)],
    ...(expectedWordErrors
      ? [[evidenceTexts.misheard, misheardShare(expectedWordErrors)] as [string, ReactNode]]
      : []),
  ];
  return <Facts title={evidenceTexts.quality} facts={facts} />;
}

function Steps({ detail: { steps, run } }: { detail: RunDetail }) {
  if (steps.length === 0) return null;
  const longestMs = Math.max(...steps.map(({ durationMs }) => durationMs), 1);
  return (
    <div>
      <Group gap={6} align="baseline" mb={4}>
        <Title order={3}>{evidenceTexts.steps}</Title>
        <Text size="sm" c="dimmed">
          <Duration ms={run.processingTimeMs} />
        </Text>
      </Group>
      <Stack gap={6}>
        {steps.map(({ step, status, durationMs, message }) => (
          <div key={step}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text size="xs">
                {titleOf(speechStepTitles, step)}
                {status !== 'ok' && (
                  <Text span c="orange" size="xs">{` · ${evidenceTexts.stepStatus[status]}`}</Text>
                )}
              </Text>
              <Text size="xs" c="dimmed" data-figures style={{ whiteSpace: 'nowrap' }}>
                {formatDuration(durationMs)}
              </Text>
            </Group>
            <Progress
              value={(100 * durationMs) / longestMs}
              size={3}
              color={status === 'ok' ? 'indigo' : 'orange'}
              aria-label={titleOf(speechStepTitles, step)}
            />
            {status === 'degraded' && message && (
              <Text size="xs" c="dimmed">
                {message}
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </div>
  );
}
