import { Progress, Stack, Text } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { RunEvent } from '../../../../modules/console/runs/contract.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatDuration } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';
import { runTexts } from '../../texts/run.ts';

interface RunWaitingProps {
  event: RunEvent | undefined;
  /** The server's sentence until the first event. */
  message: string;
}

/** A run under way, as it happens. */
export function RunWaiting({ event, message }: RunWaitingProps) {
  const isQueued = event?.status === 'queued';
  return (
    <Section>
      <EmptyState
        icon={IconHourglass}
        title={isQueued ? runTexts.queuedTitle : runTexts.processingTitle}
        order={2}
      >
        <RunProgress event={event} message={message} />
        <Text size="sm" mt="md">
          {runTexts.waitingNote}
        </Text>
      </EmptyState>
    </Section>
  );
}

/** A result that is about to be replaced. */
export function RescoringNotice({ event }: { event: RunEvent | undefined }) {
  return (
    <Section>
      <Stack gap={4} role="status">
        <Text size="sm" fw={550}>
          {evidenceTexts.correcting}
        </Text>
        <RunProgress event={event} message="" />
      </Stack>
    </Section>
  );
}

function RunProgress({ event, message }: RunWaitingProps) {
  const progress = event?.progress;
  const share = progress?.share ?? 0;
  const label = progress
    ? runTexts.stepOf(progress.number, progress.count, progress.name)
    : event?.queuePosition
      ? runTexts.inQueue(event.queuePosition)
      : message;
  const leftMs = (event?.estimatedSeconds ?? 0) * 1000;
  return (
    <Stack gap={6} miw="min(26rem, 70vw)">
      <Progress value={100 * share} animated={Boolean(progress)} aria-label={label} />
      <Text size="sm" c="dimmed">
        {[label, leftMs > 0 && runTexts.about(formatDuration(leftMs))].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}
