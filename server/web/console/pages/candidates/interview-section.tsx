import { Group, Skeleton, Spoiler, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CandidateEntry } from '../../../../modules/console/candidates/contract.ts';
import type { SessionState } from '../../../../modules/console/sessions/contract.ts';
import { ApiFault } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { answersTexts } from '../../texts/answers.ts';
import { candidateTexts } from '../../texts/candidates.ts';
import { QuestionList } from '../sessions/evidence/by-question-section.tsx';
import { StateBadge } from '../sessions/state-badge.tsx';
import { NewestSection } from './newest-section.tsx';

const { interview: words } = candidateTexts;
const SHOWN_HEIGHT_PX = 560;

/** The newest interview that was held, by question; before there is one, how far the newest is. */
export function InterviewSection({ entries }: { entries: readonly CandidateEntry[] }) {
  const clientId = useClientId();
  const held = entries.find(({ status }) => status === 'completed');
  const newest = held ?? entries[0];
  return (
    <NewestSection
      words={words}
      to={newest ? `/c/${clientId}/sessions/${newest.runId}` : null}
      icon={<IconMessages size={16} aria-hidden />}
    >
      {newest && !held && (
        <Group gap="sm">
          <StateBadge state={newest.status as SessionState} />
          {newest.failure && <Text size="sm">{newest.failure}</Text>}
        </Group>
      )}
      {held && <Answers clientId={clientId} runId={held.runId} />}
    </NewestSection>
  );
}

function Answers({ clientId, runId }: { clientId: string; runId: string }) {
  const { data, error, refetch } = useQuery({
    ...reading('GET /clients/:clientId/sessions/:runId/answers', { params: { clientId, runId } }),
    // It changes no more.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error instanceof ApiFault && error.status === 404) return <Text size="sm">{words.noTranscript}</Text>;
  if (error) return <FaultAlert fault={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={220} radius="md" role="status" aria-label={answersTexts.loading} />;
  return (
    <Spoiler maxHeight={SHOWN_HEIGHT_PX} showLabel={words.all} hideLabel={words.less}>
      <QuestionList entries={data.entries} />
    </Spoiler>
  );
}
