import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconFileSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CandidateEntry } from '../../../../modules/console/candidates/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { formatScore } from '../matches/score.tsx';
import { VerdictBadge } from '../matches/verdict.tsx';
import { cvFileAddress } from './entries-section.tsx';
import { NewestSection } from './newest-section.tsx';

const { cv: words } = candidateTexts;
/** Requirements with their evidence; the rest is one click away. */
const SHOWN = 6;

/** The newest CV: its score, and for each requirement the words that speak for it. */
export function CvSection({
  candidateId,
  entries: all,
}: {
  candidateId: string;
  entries: readonly CandidateEntry[];
}) {
  const clientId = useClientId();
  const entries = all.filter(({ hasPage }) => hasPage);
  if (entries.length === 0 && all[0]) return <OnlyRead candidateId={candidateId} entry={all[0]} />;
  return <Matched entries={entries} clientId={clientId} />;
}

/** A CV that was compared with no job yet. */
function OnlyRead({
  candidateId,
  entry: { runId, status, failure },
}: {
  candidateId: string;
  entry: CandidateEntry;
}) {
  const clientId = useClientId();
  const isUnderWay = status === 'queued' || status === 'processing';
  return (
    <Section
      title={words.title}
      actions={
        <Button
          variant="default"
          component="a"
          href={cvFileAddress({ clientId, candidateId, runId })}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.save}
        </Button>
      }
    >
      <Text size="sm">
        {isUnderWay ? words.waiting : status === 'failed' ? (failure ?? words.failed) : words.onlyRead}
      </Text>
    </Section>
  );
}

function Matched({ entries, clientId }: { entries: readonly CandidateEntry[]; clientId: string }) {
  const newest = entries.find(({ status }) => status === 'success' || status === 'partial') ?? entries[0];
  const isDone = newest !== undefined && (newest.status === 'success' || newest.status === 'partial');
  const query = useQuery({
    ...reading('GET /clients/:clientId/matches/:runId', { params: { clientId, runId: newest?.runId ?? '' } }),
    enabled: isDone,
  });
  const match = query.data?.result?.match;
  const job = newest?.job?.title;
  return (
    <NewestSection
      words={words}
      to={newest ? `/c/${clientId}/matches/${newest.runId}` : null}
      icon={<IconFileSearch size={16} aria-hidden />}
    >
      {newest && !isDone && (
        <Text size="sm">{newest.status === 'failed' ? (newest.failure ?? words.failed) : words.waiting}</Text>
      )}
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {isDone && query.isPending && <Skeleton height={180} radius="md" />}
      {match && (
        <Stack gap="md">
          <Text>
            <Text span fw={700} size="xl" data-figures>
              {formatScore(match.score)}
            </Text>{' '}
            <Text span c="dimmed" size="sm">
              {words.of100}
              {job && ` · ${words.forJob(job)}`}
            </Text>
          </Text>
          <Text size="sm" style={{ textWrap: 'pretty' }}>
            {query.data?.result?.narrative?.summary ?? match.summary}
          </Text>
          <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {match.requirements.slice(0, SHOWN).map((requirement, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two requirements may have one name
              <li key={index}>
                <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
                  <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
                    {requirement.name}
                  </Text>
                  <VerdictBadge met={requirement.met} />
                </Group>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {requirement.evidence[0] ? `“${requirement.evidence[0].text}”` : requirement.reason}
                </Text>
              </li>
            ))}
          </Stack>
          {match.requirements.length > SHOWN && (
            <Anchor component={Link} to={`/c/${clientId}/matches/${newest!.runId}`} size="sm">
              {words.moreRequirements(match.requirements.length - SHOWN)}
            </Anchor>
          )}
        </Stack>
      )}
    </NewestSection>
  );
}
