import { Grid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reading } from '../../api/reads.ts';
import { useClientId, useRights } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { rememberHome } from '../../layout/homes.ts';
import { homeTexts } from '../../texts/home.ts';
import { timeZone } from '../clients/clients-api.ts';
import { SamplesSection } from '../samples/samples-section.tsx';
import { UploadPanel } from '../uploads/upload-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { JobsSection } from './jobs-section.tsx';
import { Notices } from './notices.tsx';
import { ReviewSection } from './review-section.tsx';
import { type Recruited, recruiterSteps } from './steps.ts';

/** Where recruiters begin: what waits for them, and where new files go. */
export function HomePage() {
  const clientId = useClientId();
  const may = useRights();
  useEffect(() => rememberHome('recruiting'), []);
  const { data, error, refetch } = useQuery(
    reading('GET /clients/:clientId/overview', { params: { clientId }, query: { timeZone: timeZone() } }),
  );
  const recruited = useRecruited(clientId);
  const mayRecruit = may('POST /clients/:clientId/jobs');
  const steps = recruited && mayRecruit ? recruiterSteps(recruited) : [];
  return (
    <>
      <PageHeader title={homeTexts.title} description={homeTexts.description} />
      <Stack gap="lg">
        <FaultAlert fault={error} onRetry={() => void refetch()} />
        {data && <Notices clientId={clientId} answer={data} isAboutCredits />}
        {may('POST /clients/:clientId/uploads') && <UploadPanel key={clientId} />}
        {recruited && <SamplesSection clientId={clientId} isEmpty={recruited.candidates === 0} />}
        <FirstSteps home="recruiting" clientId={clientId} steps={steps} />
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <ReviewSection clientId={clientId} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <JobsSection clientId={clientId} />
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

/** How far the client's recruiters have come; undefined until all of it is known. */
function useRecruited(clientId: string): Recruited | undefined {
  const params = { clientId };
  const jobs = useQuery(reading('GET /clients/:clientId/jobs', { params, query: { limit: 1 } }));
  const all = useQuery(reading('GET /clients/:clientId/candidates', { params, query: { limit: 1 } }));
  const undecided = useQuery(
    reading('GET /clients/:clientId/candidates', {
      params,
      query: { limit: 1, stage: 'new', standing: 'active' },
    }),
  );
  const interviews = useQuery(reading('GET /clients/:clientId/sessions', { params, query: { limit: 1 } }));
  if (!jobs.data || !all.data || !undecided.data || !interviews.data) return undefined;
  return {
    jobs: jobs.data.items.length,
    candidates: all.data.total,
    interviews: interviews.data.items.length,
    undecided: undecided.data.total,
  };
}
