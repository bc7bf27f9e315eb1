import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { CandidateEntry } from '../../../../modules/console/candidates/contract.ts';
import { useClientId } from '../../api/session.ts';
import { CefrBadge } from '../../components/cefr-badge.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatDecimal } from '../../components/format.ts';
import type { Status } from '../../components/status.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { evidenceTexts } from '../../texts/evidence.ts';
import { CandidateChoice } from '../runs/candidate-choice.tsx';
import { doubtsOf } from '../runs/doubts.ts';
import { DoubtsList } from '../runs/doubts-list.tsx';
import { useRun } from '../runs/run-queries.ts';
import { NewestSection } from './newest-section.tsx';

const { speech: words } = candidateTexts;

/** The newest recording that was scored: what a hiring manager reads first of a scorecard. */
export function SpeechSection({ entries }: { entries: readonly CandidateEntry[] }) {
  const clientId = useClientId();
  const scored = entries.find(({ status }) => status === 'success' || status === 'partial');
  const newest = scored ?? entries[0];
  return (
    <NewestSection
      words={words}
      to={newest ? `/c/${clientId}/runs/${newest.runId}${scored ? '/scorecard' : ''}` : null}
      icon={<IconChartBar size={16} aria-hidden />}
    >
      {newest && !scored && (
        <Group gap="sm">
          <StatusBadge status={newest.status as Status} />
          {newest.failure && <Text size="sm">{newest.failure}</Text>}
        </Group>
      )}
      {scored && <Scores clientId={clientId} runId={scored.runId} />}
    </NewestSection>
  );
}

function Scores({ clientId, runId }: { clientId: string; runId: string }) {
  const { data, error, refetch } = useRun(clientId, runId);
  if (error) return <FaultAlert fault={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} radius="md" />;
  const { scores } = data.run;
  const { answer } = data;
  const shown = [
    [words.overall, scores.overall, scores.cefrLevel],
    [words.vocabulary, scores.vocabulary, scores.vocabularyCefr],
    [words.fluency, scores.fluency, scores.fluencyCefr],
    [words.accent, scores.accent, scores.accentCefr],
  ] as const;
  return (
    <Stack gap="md">
      <Group gap="xl">
        {shown.map(([label, score, level]) => (
          <Stack key={label} gap={2}>
            <Text size="xs" c="dimmed" fw={550}>
              {label}
            </Text>
            <Group gap={8}>
              <Text fw={650} size="lg" data-figures>
                {score === null ? '–' : formatDecimal(score, 1)}
              </Text>
              <CefrBadge level={level} />
            </Group>
          </Stack>
        ))}
      </Group>
      {data.rescoring?.status === 'open' && (
        <Text size="sm" role="status">
          {evidenceTexts.correcting}
        </Text>
      )}
      {'candidateDetection' in answer && <DoubtsList doubts={doubtsOf(answer)} />}
      <Group>
        <CandidateChoice detail={data} />
      </Group>
    </Stack>
  );
}
