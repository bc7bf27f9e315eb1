import { AppShell, Divider, ScrollArea } from '@mantine/core';
import { Link } from 'react-router';
import { useRights } from '../api/session.ts';
import { UploadsUnderWay } from '../pages/uploads/uploads-under-way.tsx';
import { common } from '../texts/common.ts';
import { shell } from '../texts/shell.ts';
import { AccountMenu } from './account-menu.tsx';
import type { Area } from './area.ts';
import { ClientSwitcher } from './client-switcher.tsx';
import { Logo } from './logo.tsx';
import {
  clientNavigation,
  installationNavigation,
  sharedNavigation,
  visibleNavigation,
} from './navigation.ts';
import { NavigationList } from './navigation-list.tsx';
import classes from './sidebar.module.css';

interface SidebarProps {
  area: Area;
  /** Closes the sidebar where it lies over the page. */
  onNavigate: () => void;
}

/** Brand, client switch, navigation and account. */
export function Sidebar({ area, onNavigate }: SidebarProps) {
  const client = area.kind === 'client' ? area.client : undefined;
  const may = useRights(client?.id);
  return (
    <>
      <AppShell.Section px="sm" pt="sm" pb={6}>
        <Link to="/" className={classes.brand} aria-label={shell.home} onClick={onNavigate}>
          <Logo />
          {common.product}
        </Link>
      </AppShell.Section>
      <AppShell.Section px="sm" pb="sm">
        <ClientSwitcher area={area} onNavigate={onNavigate} />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} type="auto" scrollbarSize={6} px="sm">
        {client && (
          <NavigationList
            groups={visibleNavigation(clientNavigation, may)}
            root={`/c/${client.id}`}
            onNavigate={onNavigate}
          />
        )}
        {client && <UploadsUnderWay clientId={client.id} onNavigate={onNavigate} />}
        {client?.role !== 'owner' && (
          <div style={{ marginBlockStart: client ? 6 : 0 }}>
            <NavigationList
              groups={visibleNavigation(
                area.kind === 'installation' ? installationNavigation : sharedNavigation,
                may,
              )}
              root=""
              onNavigate={onNavigate}
            />
          </div>
        )}
      </AppShell.Section>
      <Divider color="var(--assay-line)" />
      <AppShell.Section p={6}>
        <AccountMenu onNavigate={onNavigate} />
      </AppShell.Section>
    </>
  );
}
