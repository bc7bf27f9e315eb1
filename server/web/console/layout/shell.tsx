import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { common } from '../texts/common.ts';
import { shell } from '../texts/shell.ts';
import { useArea } from './area.ts';
import { Logo } from './logo.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const CONTENT = 'content';

/** What surrounds every page of a signed-in person: navigation, client switch, account. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const area = useArea();
  const { pathname } = useLocation();
  const page = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // Screen readers and keyboards start at the top of the page that was opened, not at the link that opened it.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    page.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [pathname]);

  return (
    <AppShell
      header={{ height: { base: 56, md: 0 } }}
      navbar={{ width: 256, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      transitionDuration={150}
    >
      <a href={`#${CONTENT}`} className="assay-skip">
        {shell.skip}
      </a>
      <AppShell.Header hiddenFrom="md">
        <Group h="100%" px="sm" gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            size="sm"
            aria-label={isOpen ? shell.closeNavigation : shell.openNavigation}
          />
          <Logo size={24} />
          <Text fw={600} size="sm" truncate>
            {area.kind === 'client' ? area.client.name : common.product}
          </Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={shell.navigation}>
        <Sidebar area={area} onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main className={classes.main}>
        <section id={CONTENT} ref={page} tabIndex={-1} className={classes.page}>
          <Outlet />
        </section>
      </AppShell.Main>
    </AppShell>
  );
}
