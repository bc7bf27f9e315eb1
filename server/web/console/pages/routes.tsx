import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Home } from '../layout/home.tsx';
import { PageGate } from '../layout/page-gate.tsx';
import { PageLoading } from '../layout/page-loading.tsx';
import { NotFound } from '../layout/plain-page.tsx';
import { RouteFault } from '../layout/route-fault.tsx';
import { SignedIn } from '../layout/signed-in.tsx';
import { page } from './page.ts';

/** Pages of one client, below /c/:clientId. */
const clientPages: RouteObject[] = [
  { index: true, element: <Navigate to="overview" replace /> },
  page('runs', 'GET /clients/:clientId/runs', async () => (await import('./runs/runs-page.tsx')).RunsPage),
  page(
    'runs/:runId',
    'GET /clients/:clientId/runs/:runId',
    async () => (await import('./runs/run-page.tsx')).RunPage,
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
