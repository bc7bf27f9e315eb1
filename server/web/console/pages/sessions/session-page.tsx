import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { IconChartBar, IconChartBarOff, IconClockPause, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { SessionDetails } from '../../../../modules/console/sessions/contract.ts';
import { seconds } from '../../../../time.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ExpiredNote } from '../../components/expired-note.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatDuration } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { CandidateLink } from '../candidates/candidate-link.tsx';
import { languageName } from '../runs/languages.ts';
import { CourtesySection } from './courtesy-section.tsx';
import { LiveSection } from './live-section.tsx';
import { NewLinkButton } from './new-link-button.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionRecording } from './session-recording.tsx';
import { SessionBadges } from './state-badge.tsx';
import { Failure, Waiting } from './state-notes.tsx';

const { page: words } = sessionTexts;

/** How soon a change shows: an interview under way is watched, one that waits only now and then. */
const lookEveryMs = {
  initiated: seconds(10),
  active: seconds(3),
  completed: false,
  failed: false,
} as const;

/** One interview: what state it is in, what goes on in it, and what there is of it. */
export function SessionPage() {
  const clientId = useClientId();
  const { runId = '' } = useParams();
  const query = useQuery({
    ...reading('GET /clients/:clientId/sessions/:runId', { params: { clientId, runId } }),
    refetchInterval: ({ state }) => (state.data ? lookEveryMs[state.data.state] : false),
  });
  const session = query.data;
  return (
    <>
      <PageHeader
        title={session ? (session.candidateRef ?? sessionTexts.noReference) : words.tab}
        back={{ to: `/c/${clientId}/sessions`, label: words.back }}
        {...(session && {
          badge: <SessionBadges session={session} />,
          description: <Line session={session} />,
          actions: <Actions session={session} />,
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={420} radius="md" role="status" aria-label={words.loading} />}
      {session && (
        <Stack gap="lg">
          <ExpiredNote expired={session.expired} />
          {session.state === 'initiated' && <Waiting {...session} />}
          {session.live && <LiveSection live={session.live} seenAtMs={query.dataUpdatedAt} />}
          {session.state === 'failed' && <Failure session={session} />}
          {session.slowTurns > 0 && (
            <Alert color="yellow" title={sessionTexts.marks.slow} icon={<IconClockPause aria-hidden />}>
              {sessionTexts.marks.slowHint(session.slowTurns)}
            </Alert>
          )}
          {session.analysis?.refusal && (
            <Alert color="yellow" title={words.analysisRefused} icon={<IconChartBarOff aria-hidden />}>
              {session.analysis.refusal}
            </Alert>
          )}
          <SessionRecording session={session} />
          {session.courtesy && <CourtesySection report={session.courtesy} />}
          <SessionFacts session={session} />
        </Stack>
      )}
    </>
  );
}

/** One line: role, language, length, when. */
function Line({ session }: { session: SessionDetails }) {
  const { persona, language, durationMs, maxMinutes, createdAt } = session;
  const length = durationMs === null ? words.minutesAtMost(maxMinutes) : formatDuration(durationMs);
  return (
    <>
      {[persona.roleName, languageName(language), length].map((fact) => `${fact} · `)}
      <DateTime value={createdAt} />
    </>
  );
}

/** What can be done with it. */
function Actions({ session: { id, state, canBeReinvited, analysis } }: { session: SessionDetails }) {
  const clientId = useClientId();
  const may = useRights();
  return (
    <>
      <CandidateLink run={id} />
      {may('POST /clients/:clientId/deletions') && (
        <Button
          variant="default"
          color="red"
          component={Link}
          to={`/c/${clientId}/deletions?run=${id}`}
          title={words.deleteHint}
          leftSection={<IconTrash size={16} aria-hidden />}
        >
          {words.delete}
        </Button>
      )}
      {analysis?.run && <AnalysisButton run={analysis.run} />}
      {may('POST /clients/:clientId/sessions/:runId/reinvite') && (
        <NewLinkButton
          runId={id}
          offered={canBeReinvited ? 'reinvite' : state === 'initiated' ? 'renew' : null}
        />
      )}
    </>
  );
}

type AnalysisRun = NonNullable<NonNullable<SessionDetails['analysis']>['run']>;

/** Leads to the scorecard, or to the run while there is none. */
function AnalysisButton({ run: { id, status } }: { run: AnalysisRun }) {
  const clientId = useClientId();
  const hasScorecard = status === 'success' || status === 'partial';
  return (
    <Button
      component={Link}
      to={`/c/${clientId}/runs/${id}${hasScorecard ? '/scorecard' : ''}`}
      leftSection={<IconChartBar size={16} aria-hidden />}
    >
      {hasScorecard ? words.scorecard : words.analysis}
    </Button>
  );
}
