import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Home } from '../layout/home.tsx';
import { PageGate } from '../layout/page-gate.tsx';
import { PageLoading } from '../layout/page-loading.tsx';
import { NotFound } from '../layout/plain-page.tsx';
import { RouteFault } from '../layout/route-fault.tsx';
import { SignedIn } from '../layout/signed-in.tsx';
import { interviewPages } from './interview-routes.ts';
import { clientManagementPages, installationPages } from './management-routes.ts';
import { page } from './page.ts';
import { searchPages } from './search-routes.ts';

/** Pages of one client, below /c/:clientId. */
const clientPages: RouteObject[] = [
  { index: true, element: <Navigate to="overview" replace /> },
  ...clientManagementPages,
  ...interviewPages,
  ...searchPages,
  page(
    'candidates',
    'GET /clients/:clientId/candidates',
    async () => (await import('./candidates/candidates-page.tsx')).CandidatesPage,
  ),
  page(
    'candidates/:candidateId',
    'GET /clients/:clientId/candidates/:candidateId',
    async () => (await import('./candidates/candidate-page.tsx')).CandidatePage,
  ),
  page(
    'uploads',
    'GET /clients/:clientId/uploads',
    async () => (await import('./uploads/uploads-page.tsx')).UploadsPage,
  ),
  page(
    'candidates/:candidateId/panel',
    'GET /clients/:clientId/candidates/:candidateId/sheet',
    async () => (await import('./shared/panel-page.tsx')).PanelPage,
  ),
  page('jobs', 'GET /clients/:clientId/jobs', async () => (await import('./jobs/jobs-page.tsx')).JobsPage),
  page(
    'jobs/new',
    'POST /clients/:clientId/jobs',
    async () => (await import('./jobs/job-edit-pages.tsx')).NewJobPage,
  ),
  page(
    'jobs/:jobId',
    'GET /clients/:clientId/jobs/:jobId',
    async () => (await import('./jobs/job-page.tsx')).JobPage,
  ),
  page(
    'jobs/:jobId/edit',
    'PATCH /clients/:clientId/jobs/:jobId',
    async () => (await import('./jobs/job-edit-pages.tsx')).EditJobPage,
  ),
  page(
    'matches',
    'GET /clients/:clientId/matches',
    async () => (await import('./matches/matches-page.tsx')).MatchesPage,
  ),
  page(
    'matches/:runId',
    'GET /clients/:clientId/matches/:runId',
    async () => (await import('./matches/match-page.tsx')).MatchPage,
  ),
  page(
    'webhooks',
    'GET /clients/:clientId/webhooks/deliveries',
    async () => (await import('./webhooks/webhooks-page.tsx')).WebhooksPage,
  ),
  page('runs', 'GET /clients/:clientId/runs', async () => (await import('./runs/runs-page.tsx')).RunsPage),
  page(
    'runs/:runId',
    'GET /clients/:clientId/runs/:runId',
    async () => (await import('./runs/run-page.tsx')).RunPage,
  ),
  page(
    'runs/:runId/scorecard',
    'GET /clients/:clientId/runs/:runId',
    async () => (await import('./runs/scorecard-page.tsx')).ScorecardPage,
  ),
  page(
    'compare',
    'GET /clients/:clientId/runs/:runId',
    async () => (await import('./runs/compare/compare-page.tsx')).ComparePage,
  ),
  page(
    'playground',
    'POST /clients/:clientId/playground',
    async () => (await import('./playground/playground-page.tsx')).PlaygroundPage,
  ),
  page(
    'retention',
    'GET /clients/:clientId/retention',
    async () => (await import('./retention/retention-page.tsx')).RetentionPage,
  ),
  page(
    'deletions',
    'GET /clients/:clientId/deletions',
    async () => (await import('./deletions/deletions-page.tsx')).DeletionsPage,
  ),
  page(
    'deletions/:deletionId',
    'GET /clients/:clientId/deletions/:deletionId',
    async () => (await import('./deletions/deletion-page.tsx')).DeletionPage,
  ),
  page(
    'members',
    'GET /clients/:clientId/members',
    async () => (await import('./people/members-page.tsx')).MembersPage,
  ),
  page(
    'audit',
    'GET /clients/:clientId/audit',
    async () => (await import('./audit/audit-page.tsx')).ClientAuditPage,
  ),
];

/** Pages that belong to no client. */
const otherPages: RouteObject[] = [
  ...installationPages,
  page('account', null, async () => (await import('./account/account-page.tsx')).AccountPage),
  page(
    'installation/people',
    'GET /installation/people',
    async () => (await import('./people/people-page.tsx')).PeoplePage,
  ),
  page(
    'installation/audit',
    'GET /installation/audit',
    async () => (await import('./audit/audit-page.tsx')).InstallationAuditPage,
  ),
];

/** Every page of the console; each area loads when it is first opened. */
export const router = createBrowserRouter(
  [
    {
      errorElement: <RouteFault />,
      hydrateFallbackElement: <PageLoading />,
      children: [
        page('sign-in', null, async () => (await import('./access/sign-in-page.tsx')).SignInPage),
        page('shared', null, async () => (await import('./shared/shared-page.tsx')).SharedPage),
        page('welcome', null, async () => (await import('./access/welcome-page.tsx')).WelcomePage),
        {
          element: <SignedIn />,
          children: [
            {
              element: <PageGate />,
              errorElement: <RouteFault />,
              children: [
                { index: true, element: <Home /> },
                { path: 'c/:clientId', children: clientPages },
                ...otherPages,
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
