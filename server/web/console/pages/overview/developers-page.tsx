import { Button, Grid, Stack } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { rememberHome } from '../../layout/homes.ts';
import { overviewTexts } from '../../texts/overview.ts';
import { timeZone } from '../clients/clients-api.ts';
import { HearingNote } from '../hearing/hearing-note.tsx';
import { useHearing } from '../hearing/use-hearing.ts';
import { ClientFigures } from './client-figures.tsx';
import { DaysSection } from './days-section.tsx';
import { FailuresSection } from './failures-section.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KeysSection } from './keys-section.tsx';
import { Notices } from './notices.tsx';
import { RecentRuns } from './recent-runs.tsx';
import { developerSteps } from './steps.ts';

const REFRESH_MS = 10_000;

/** What a client's programs do, and what they need. */
export function DevelopersPage() {
  const clientId = useClientId();
  useEffect(() => rememberHome('developers'), []);
  const { data, error, refetch } = useQuery({
    ...reading('GET /clients/:clientId/overview', {
      params: { clientId },
      query: { timeZone: timeZone() },
    }),
    refetchInterval: REFRESH_MS,
  });
  // Empty charts say nothing to a developer who is about to send the first recording.
  const isNew = data?.set.hasRuns === false;
  const languages = useHearing()?.languages;
  const steps = data ? developerSteps(data, languages) : [];
  const asksForCredits = steps.some(({ name, isDone }) => name === 'credits' && !isDone);
  return (
    <>
      <PageHeader
        title={overviewTexts.title}
        description={overviewTexts.description}
        actions={
          <Button
            variant="default"
            component="a"
            href="/docs/"
            leftSection={<IconBook size={16} aria-hidden />}
          >
            {overviewTexts.docs}
          </Button>
        }
      />
      {error && !data ? (
        <FaultAlert fault={error} onRetry={refetch} />
      ) : (
        <Stack gap="lg">
          {data && <Notices clientId={clientId} answer={data} isAboutCredits={!asksForCredits} />}
          <FirstSteps home="developers" clientId={clientId} steps={steps} />
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
          <KeysSection clientId={clientId} />
        </Stack>
      )}
    </>
  );
}
