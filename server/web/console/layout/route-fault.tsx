import { Button, Paper, Stack } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh, IconTool } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useRouteError } from 'react-router';
import { connection } from '../api/connection.ts';
import { useIsOffline } from '../api/use-is-offline.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FaultAlert } from '../components/fault-alert.tsx';
import { shell } from '../texts/shell.ts';

/** A page that could not be fetched because the server is away is fetched once it is back. True until then. */
function useReloadWhenBack(isMissing: boolean): boolean {
  const isOffline = useIsOffline();
  const wasOffline = useRef(false);
  useEffect(() => {
    if (isMissing) connection.check();
  }, [isMissing]);
  useEffect(() => {
    if (isMissing && wasOffline.current && !isOffline) window.location.reload();
    wasOffline.current = isOffline;
  }, [isMissing, isOffline]);
  return isMissing && isOffline;
}

/** Where a page broke: says so, keeps the navigation, and offers to load it again. */
export function RouteFault() {
  const fault = useRouteError();
  // A chunk that is gone: the server was updated while the page was open.
  const isOutdated =
    fault instanceof TypeError && /dynamically imported module|module script/i.test(fault.message);
  const { broken } = shell;
  const isWaiting = useReloadWhenBack(isOutdated);
  if (isWaiting) {
    return (
      <Paper withBorder>
        <EmptyState icon={IconPlugConnectedX} title={broken.notHereTitle} order={1}>
          {broken.notHere}
        </EmptyState>
      </Paper>
    );
  }
  return (
    <Paper withBorder>
      <EmptyState
        icon={isOutdated ? IconRefresh : IconTool}
        title={isOutdated ? broken.outdatedTitle : broken.title}
        order={1}
        action={<Button onClick={() => window.location.reload()}>{broken.reload}</Button>}
      >
        <Stack>
          {isOutdated ? broken.outdated : broken.text}
          {!isOutdated && <FaultAlert fault={fault} />}
        </Stack>
      </EmptyState>
    </Paper>
  );
}
