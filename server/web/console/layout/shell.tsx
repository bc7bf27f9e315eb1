import { AppShell } from '@mantine/core';
import { Outlet } from 'react-router';

/** What surrounds every page: navigation, client switch, account. */
export function Shell() {
  return (
    <AppShell>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
