import { Center } from '@mantine/core';
import { Navigate, useLocation } from 'react-router';
import { PersonContext, useSession } from '../api/session.ts';
import { FaultAlert } from '../components/fault-alert.tsx';
import { shell } from '../texts/shell.ts';
import { PageLoading } from './page-loading.tsx';
import { Shell } from './shell.tsx';

/** Lets people who are signed in through to the pages; the others sign in first and come back to where they were. */
export function SignedIn() {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.isPending) {
    return <PageLoading />;
  }
  if (session.isError && !session.data) {
    return (
      <Center mih="100vh" p="md">
        <FaultAlert fault={session.error} title={shell.unreachable} onRetry={() => session.refetch()} />
      </Center>
    );
  }
  if (!session.data?.person) {
    const next = pathname === '/' ? '' : `?next=${encodeURIComponent(pathname + search)}`;
    return <Navigate to={`/sign-in${next}`} replace />;
  }
  if (session.data.person.mustAddSecondFactor && pathname !== '/account') {
    return <Navigate to="/account" replace />;
  }
  return (
    <PersonContext value={session.data.person}>
      <Shell />
    </PersonContext>
  );
}
