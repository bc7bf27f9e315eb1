import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { RunEvent } from '../../../../modules/console/runs/contract.ts';
import { CefrBadge } from '../../components/cefr-badge.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatDuration } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { playgroundTexts as words } from '../../texts/playground.ts';
import { speechStepTitles, titleOf } from '../../texts/steps.ts';
import { useRun } from '../runs/run-queries.ts';
import { useRunEvents } from '../runs/use-run-events.ts';
import classes from './playground.module.css';
import { type StepState, stepStates, withLastProgress } from './step-states.ts';

interface LiveRunProps {
  clientId: string;
  runId: string;
  onAgain: () => void;
}

const titles = Object.values(speechStepTitles);

/** A run from its submission to its scorecard, step by step as they happen. */
export function LiveRun({ clientId, runId, onAgain }: LiveRunProps) {
  const { data: detail, error, refetch } = useRun(clientId, runId);
  const status = detail?.run.status;
  const isUnderWay = status === 'queued' || status === 'processing';
  const seen = useRef<RunEvent>(undefined);
  const event = useRunEvents(clientId, runId, isUnderWay);
  if (event) seen.current = withLastProgress(event, seen.current);
  const shown: RunEvent | undefined = seen.current ?? (detail && eventOf(status, detail.run.error));
  const states = stepStates(shown, titles.length);
  const fileName = detail?.run.fileName;
  return (
    <Section
      title={isUnderWay ? (fileName ? words.liveOf(fileName) : words.live) : (fileName ?? words.ended)}
      actions={
        !isUnderWay && (
          <Button variant="default" onClick={onAgain}>
            {words.again}
          </Button>
        )
      }
    >
      <Stack gap="md">
        <FaultAlert fault={error} onRetry={refetch} />
        <div role="status">
          <Headline
            clientId={clientId}
            runId={runId}
            event={shown}
            level={detail?.run.scores.cefrLevel ?? null}
          />
        </div>
        <ol className={classes.steps} aria-label={words.live}>
          {titles.map((title, index) => (
            <li key={title} className={classes.step} data-state={states[index]}>
              <StepSign state={states[index]!} />
              <span>{title}</span>
              <Text span size="sm" c="dimmed" data-figures>
                {states[index] === 'now' && shown?.progress ? words.percent(shown.progress.fraction) : ''}
              </Text>
            </li>
          ))}
        </ol>
        {isUnderWay && (
          <Text size="sm" c="dimmed">
            {words.leave}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

/** Before the first event, and for runs that have ended already. */
const eventOf = (status: RunEvent['status'] | undefined, error: RunEvent['error']): RunEvent | undefined =>
  status && { status, error, progress: null, queuePosition: null, estimatedSeconds: null, rescoring: null };

function StepSign({ state }: { state: StepState }) {
  const label = words.state[state];
  if (state === 'now') return <Loader size={18} role="img" aria-label={label} />;
  const colour = { done: 'green', failed: 'red', next: 'gray' }[state];
  const Sign = { done: IconCheck, failed: IconX, next: IconCircle }[state];
  return (
    <Sign
      size={state === 'next' ? 16 : 20}
      stroke={state === 'next' ? 1.4 : 2.4}
      color={`var(--mantine-color-${colour}-6)`}
      role="img"
      aria-label={label}
    />
  );
}

interface HeadlineProps {
  clientId: string;
  runId: string;
  event: RunEvent | undefined;
  level: string | null;
}

function Headline({ clientId, runId, event, level }: HeadlineProps) {
  const at = `/c/${clientId}/runs/${runId}`;
  if (event?.status === 'failed') {
    return (
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{words.failed}</Text>
        <Text size="sm">{event.error?.message}</Text>
        <Button component={Link} to={at} variant="default">
          {words.openFailed}
        </Button>
      </Stack>
    );
  }
  if (event?.status === 'success' || event?.status === 'partial') {
    return (
      <Group justify="space-between" gap="md">
        <Group gap="sm">
          {level && <CefrBadge level={level} size="lg" />}
          <Text fw={600}>{event.status === 'success' ? words.done : words.donePartial}</Text>
        </Group>
        <Button component={Link} to={at}>
          {words.open}
        </Button>
      </Group>
    );
  }
  const { progress, queuePosition, estimatedSeconds } = event ?? {};
  const share = progress?.share ?? 0;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text fw={600}>
          {progress
            ? titleOf(speechStepTitles, progress.step)
            : queuePosition
              ? words.queued(queuePosition)
              : words.starting}
        </Text>
        {estimatedSeconds != null && (
          <Text size="sm" c="dimmed" data-figures>
            {words.left(formatDuration(estimatedSeconds * 1000))}
          </Text>
        )}
      </Group>
      <Progress value={share * 100} size="lg" animated={Boolean(progress)} aria-label={words.live} />
    </Stack>
  );
}
