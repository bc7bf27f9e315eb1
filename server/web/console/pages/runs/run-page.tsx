import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Dimension as DimensionName } from '../../../../domain/scoring/types.ts';
import type { FailedRun, FinishedRun, RunDetail } from '../../../../modules/console/runs/contract.ts';
import { addressOf } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { ExpiredNote } from '../../components/expired-note.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { runTexts } from '../../texts/run.ts';
import { CandidateSection } from './candidate-section.tsx';
import { DeliverySection } from './evidence/delivery-section.tsx';
import { DimensionEvidence, EVIDENCE_ID } from './evidence/dimension-evidence.tsx';
import { GrammarSection } from './evidence/grammar-section.tsx';
import { PlayerProvider } from './player/player-context.tsx';
import { Recording } from './player/recording.tsx';
import { RunDetails } from './run-details.tsx';
import { RunHeader } from './run-header.tsx';
import { useRun } from './run-queries.ts';
import { RescoringNotice, RunWaiting } from './run-waiting.tsx';
import { ScoreOverview } from './scores/score-overview.tsx';
import { SummarySection } from './summary-section.tsx';
import { useRunEvents } from './use-run-events.ts';

/** One candidate's interview: scores, why, the recording and its transcript. */
export function RunPage() {
  const clientId = useClientId();
  const { runId = '' } = useParams();
  const { data: detail, error, refetch } = useRun(clientId, runId);
  const status = detail?.run.status;
  const isWaiting = status === 'queued' || status === 'processing';
  const isRescored = detail?.rescoring?.status === 'open';
  const event = useRunEvents(clientId, runId, isWaiting || isRescored);

  if (!detail) {
    return error ? (
      <>
        <PageHeader title={runTexts.tabTitle} back={{ to: `/c/${clientId}/runs`, label: runTexts.back }} />
        <FaultAlert fault={error} onRetry={() => void refetch()} />
      </>
    ) : (
      <PageSkeleton />
    );
  }
  const { answer } = detail;
  return (
    <>
      <RunHeader detail={detail} clientId={clientId} />
      <Stack gap="lg">
        <ExpiredNote expired={detail.expired} />
        {isRescored && <RescoringNotice event={event} />}
        {(answer.status === 'queued' || answer.status === 'processing') && (
          <RunWaiting event={event} message={answer.message} />
        )}
        {answer.status === 'failed' && <Failure detail={detail} answer={answer} />}
        {(answer.status === 'success' || answer.status === 'partial') && (
          <Finished detail={detail} answer={answer} clientId={clientId} />
        )}
        <RunDetails detail={detail} />
      </Stack>
    </>
  );
}

interface FinishedProps {
  detail: RunDetail;
  answer: FinishedRun;
  clientId: string;
}

function Finished({ detail, answer, clientId }: FinishedProps) {
  const [open, setOpen] = useState<DimensionName>('vocabulary');
  const { run, hasRecording } = detail;
  const isResultGone = detail.expired.some(({ kind }) => kind === 'results');
  const { analysis, transcript } = answer;
  const audio = addressOf('GET /clients/:clientId/runs/:runId/audio', {
    params: { clientId, runId: run.id },
  });
  const explain = (dimension: DimensionName) => {
    setOpen(dimension);
    document.getElementById(EVIDENCE_ID)?.scrollIntoView({ block: 'start' });
  };
  return (
    <PlayerProvider url={hasRecording ? audio : null}>
      {!isResultGone && (
        <>
          <ScoreOverview detail={detail} answer={answer} {...(analysis && { onExplain: explain })} />
          <SummarySection answer={answer} />
        </>
      )}
      <Recording
        peaks={reading('GET /clients/:clientId/runs/:runId/peaks', { params: { clientId, runId: run.id } })}
        durationMs={answer.audio.durationMs}
        transcript={transcript && transcript.segments.length > 0 ? transcript : null}
        analysis={analysis}
      />
      {analysis && <DimensionEvidence analysis={analysis} open={open} onOpen={setOpen} />}
      {analysis?.grammar && <GrammarSection grammar={analysis.grammar} />}
      {analysis?.delivery && <DeliverySection delivery={analysis.delivery} />}
      {!analysis && !isResultGone && <Alert color="gray">{runTexts.noAnalysis}</Alert>}
      {!isResultGone && <CandidateSection detail={detail} answer={answer} />}
    </PlayerProvider>
  );
}

function Failure({ detail: { run }, answer: { error } }: { detail: RunDetail; answer: FailedRun }) {
  if (run.status !== 'failed') {
    return (
      <Alert color="gray" icon={<IconDatabaseOff aria-hidden />}>
        {runTexts.resultGone}
      </Alert>
    );
  }
  const advice = runTexts.failureAdvice[error.code];
  return (
    <Alert color="red" title={runTexts.failedTitle} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap={6}>
        <Text size="sm">{error.message}</Text>
        {advice && <Text size="sm">{advice}</Text>}
        <Text size="sm">{runTexts.failedNoCharge}</Text>
        <Text size="xs" ff="monospace">
          {error.code}
        </Text>
      </Stack>
    </Alert>
  );
}

/** As high as the page that comes. */
function PageSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-label={runTexts.loading}>
      <Skeleton height={22} width={120} />
      <Skeleton height={34} width="40%" />
      <Skeleton height={340} />
      <Skeleton height={220} />
      <Skeleton height={480} />
    </Stack>
  );
}
