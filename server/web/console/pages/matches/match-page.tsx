import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconDownload, IconFileOff, IconFileX, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { MatchDetails } from '../../../../modules/console/matches/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useIsSample, useMay } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExpiredNote } from '../../components/expired-note.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { matchTexts } from '../../texts/matches.ts';
import { CandidateLink } from '../candidates/candidate-link.tsx';
import { CvViewer } from './cv/cv-viewer.tsx';
import { cvAddress } from './cv/open-pdf.ts';
import { MatchProgress } from './match-progress.tsx';
import { MatchView } from './match-view.tsx';

const { match: words } = matchTexts;

/** One CV and one job: the score, every requirement, and the CV with the evidence highlighted. */
export function MatchPage() {
  const clientId = useClientId();
  const { runId = '' } = useParams();
  const query = useQuery(reading('GET /clients/:clientId/matches/:runId', { params: { clientId, runId } }));
  const match = query.data;
  const title = match ? (match.candidateName ?? match.fileName ?? matchTexts.unnamed) : words.loading;
  const isSample = useIsSample();
  const back =
    match?.job.id && !isSample
      ? { to: `/c/${clientId}/jobs/${match.job.id}`, label: words.toJob }
      : { to: `/c/${clientId}/matches`, label: words.toMatches };
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        {...(match && {
          badge: match.status === 'finished' ? null : <StatusBadge status={match.status} size="sm" />,
          description: match.job.title || match.job.positionId || matchTexts.noTitle,
          actions: <Actions match={match} />,
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <LoadingMatch />}
      {match && <MatchBody match={match} />}
    </>
  );
}

function Actions({ match }: { match: MatchDetails }) {
  const clientId = useClientId();
  const mayDelete = useMay('POST /clients/:clientId/deletions');
  return (
    <>
      <CandidateLink run={match.id} />
      {mayDelete && (
        <Button
          variant="default"
          color="red"
          component={Link}
          to={`/c/${clientId}/deletions?run=${match.id}`}
          title={words.deleteHint}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {words.delete}
        </Button>
      )}
      {match.cvKind && (
        <Button
          variant="default"
          component="a"
          href={cvAddress(clientId, match.id)}
          download={match.fileName ?? `cv.${match.cvKind}`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.download}
        </Button>
      )}
      {match.result && (
        <Button
          variant="default"
          onClick={() => window.print()}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {words.print}
        </Button>
      )}
    </>
  );
}

function MatchBody({ match }: { match: MatchDetails }) {
  if (match.status === 'queued' || match.status === 'processing') return <MatchProgress match={match} />;
  if (match.result) return <MatchView match={match} result={match.result} />;
  const isFailed = match.status === 'failed';
  return (
    <Stack gap="lg">
      <Section>
        <EmptyState
          icon={isFailed ? IconFileX : IconFileOff}
          title={isFailed ? words.failed : words.resultGone}
        >
          {isFailed ? `${match.error?.message ?? ''} ${words.failedBody}` : words.resultGoneBody}
        </EmptyState>
      </Section>
      <ExpiredNote expired={match.expired} />
      {/* A Word file that was not read has nothing to show; people can save it. */}
      {match.cvKind === 'pdf' && <CvAlone match={match} />}
    </Stack>
  );
}

/** The CV of a match that says nothing about it. */
function CvAlone({ match }: { match: MatchDetails }) {
  const clientId = useClientId();
  return (
    <div style={{ display: 'grid', maxHeight: '80dvh' }}>
      <CvViewer
        url={cvAddress(clientId, match.id)}
        pages={undefined}
        marks={[]}
        isChosen={() => false}
        target={undefined}
        onMark={() => undefined}
      />
    </div>
  );
}

function LoadingMatch() {
  return (
    <Stack gap="lg">
      <Skeleton height={172} radius="md" />
      <Group grow align="flex-start" gap="lg">
        <Skeleton height={560} radius="md" />
        <Skeleton height={560} radius="md" visibleFrom="md" />
      </Group>
    </Stack>
  );
}
