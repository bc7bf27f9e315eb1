import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { useClientId, usePerson } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { scorecardTexts } from '../../texts/scorecard.ts';
import { runName } from './run-name.ts';
import { useRun } from './run-queries.ts';
import { ReportMenu } from './scorecard/report-menu.tsx';
import { Scorecard } from './scorecard/scorecard.tsx';

/** A run for paper: what fits on two sheets of A4, printed by the browser. */
export function ScorecardPage() {
  const clientId = useClientId();
  const { runId = '' } = useParams();
  const { data: detail, error, refetch } = useRun(clientId, runId);
  const client = usePerson().clients.find(({ id }) => id === clientId);
  const answer = detail?.answer;
  const isFinished = answer?.status === 'success' || answer?.status === 'partial';
  return (
    <>
      <div data-print="hide">
        <PageHeader
          title={detail ? scorecardTexts.titleOf(runName(detail.run)) : scorecardTexts.title}
          description={scorecardTexts.description}
          back={{ to: `/c/${clientId}/runs/${runId}`, label: scorecardTexts.back }}
          actions={
            isFinished && (
              <>
                <ReportMenu runId={runId} reader="recruiter" />
                <ReportMenu runId={runId} reader="candidate" />
                <Button leftSection={<IconPrinter size={17} aria-hidden />} onClick={() => window.print()}>
                  {scorecardTexts.print}
                </Button>
              </>
            )
          }
        />
        <FaultAlert fault={error} onRetry={() => void refetch()} />
      </div>
      {!detail && !error && <Skeleton height={900} maw={794} />}
      {detail && isFinished && <Scorecard detail={detail} answer={answer} clientName={client?.name ?? ''} />}
      {detail && !isFinished && (
        <Group>
          <Text>{scorecardTexts.noResult}</Text>
        </Group>
      )}
    </>
  );
}
