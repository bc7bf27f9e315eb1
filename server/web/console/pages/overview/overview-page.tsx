import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { timeZone } from '../clients/clients-api.ts';
import { HearingNote } from '../hearing/hearing-note.tsx';
import { useHearing } from '../hearing/use-hearing.ts';
import { ClientFigures } from './client-figures.tsx';
import { DaysSection } from './days-section.tsx';
import { FailuresSection } from './failures-section.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Notices } from './notices.tsx';
import { RecentRuns } from './recent-runs.tsx';
import { stepsOf } from './steps.ts';

const REFRESH_MS = 10_000;

export function OverviewPage() {
  const clientId = useClientId();
  const { data, error, refetch } = useQuery({
    ...reading('GET /clients/:clientId/overview', {
      params: { clientId },
      query: { timeZone: timeZone() },
    }),
    refetchInterval: REFRESH_MS,
  });
  // Empty charts say nothing to somebody who is about to send the first recording.
  const isNew = data?.set.hasRuns === false;
  const languages = useHearing()?.languages;
  const mayTakeSteps = useMay('POST /clients/:clientId/keys');
  const steps = data && mayTakeSteps ? stepsOf(data, languages) : [];
  const asksForCredits = steps.some(({ name, isDone }) => name === 'credits' && !isDone);
  return (
    <>
      <PageHeader title={overviewTexts.title} description={overviewTexts.description} />
      {error && !data ? (
        <FaultAlert fault={error} onRetry={refetch} />
      ) : (
        <Stack gap="lg">
          {data && <Notices clientId={clientId} answer={data} isAboutCredits={!asksForCredits} />}
          {steps.length > 0 && <FirstSteps clientId={clientId} steps={steps} />}
          <ClientFigures answer={data} />
          <HearingNote />
          {!isNew && (
            <Grid gap="lg">
              <Grid.Col span={{ base: 12, lg: 8 }}>
                <DaysSection days={data?.days} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, lg: 4 }}>
                <FailuresSection clientId={clientId} failures={data?.failures} />
              </Grid.Col>
            </Grid>
          )}
          <RecentRuns clientId={clientId} runs={data?.recent} />
        </Stack>
      )}
    </>
  );
}
