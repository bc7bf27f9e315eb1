import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { Home } from '../layout/home.tsx';
import { PageGate } from '../layout/page-gate.tsx';
import { PageLoading } from '../layout/page-loading.tsx';
import { NotFound } from '../layout/plain-page.tsx';
import { RouteFault } from '../layout/route-fault.tsx';
import { SignedIn } from '../layout/signed-in.tsx';
import { page } from './page.ts';

/** Pages of one client, below /c/:clientId. */
const clientPages: RouteObject[] = [{ index: true, element: <Navigate to="overview" replace /> }];

/** Pages that belong to no client. */
const otherPages: RouteObject[] = [];

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
