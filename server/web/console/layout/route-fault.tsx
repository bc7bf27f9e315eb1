import { Button, Paper, Stack } from '@mantine/core';
import { IconRefresh, IconTool } from '@tabler/icons-react';
import { useRouteError } from 'react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { FaultAlert } from '../components/fault-alert.tsx';
import { shell } from '../texts/shell.ts';

/** Where a page broke: says so, keeps the navigation, and offers to load it again. */
export function RouteFault() {
  const fault = useRouteError();
  // A chunk that is gone: the server was updated while the page was open.
  const isOutdated =
    fault instanceof TypeError && /dynamically imported module|module script/i.test(fault.message);
  const { broken } = shell;
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
