import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SessionDetails } from '../../../../../modules/console/sessions/contract.ts';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { answersTexts } from '../../../texts/answers.ts';
import { ByQuestionSection } from './by-question-section.tsx';
import { JobSection } from './job-section.tsx';
import { ReportSection } from './report-section.tsx';

/** What an ended interview holds; its times play the recording of the provider around it. */
export function SessionAnswers({ session: { id, durationMs } }: { session: SessionDetails }) {
  const clientId = useClientId();
  const query = useQuery({
    ...reading('GET /clients/:clientId/sessions/:runId/answers', { params: { clientId, runId: id } }),
  });
  return (
    <>
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && (
        <Skeleton height={320} radius="md" role="status" aria-label={answersTexts.loading} />
      )}
      {query.data && (
        <>
          <ByQuestionSection entries={query.data.entries} />
          <JobSection runId={id} entries={query.data.entries} />
          <ReportSection report={query.data.report} durationMs={durationMs ?? 0} />
        </>
      )}
    </>
  );
}
