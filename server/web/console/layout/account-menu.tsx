import {
  Avatar,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import {
  type Icon,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SessionAnswer } from '../../../modules/console/contract/session.ts';
import { del } from '../api/client.ts';
import { sessionKey } from '../api/queries.ts';
import { usePerson } from '../api/session.ts';
import { shell } from '../texts/shell.ts';
import classes from './sidebar.module.css';

/** Who is signed in; one's account, the colours, and the way out. */
export function AccountMenu({ onNavigate }: { onNavigate: () => void }) {
  const person = usePerson();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { account } = shell;
  const signOut = useMutation({
    mutationFn: () => del('/session'),
    // Nothing of one person stays for the next one at the same browser.
    onSuccess: () => {
      queries.setQueryData<SessionAnswer>(sessionKey, (session) => session && { ...session, person: null });
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    },
  });
  return (
    <Menu position="top-start" width={264}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <Avatar size={32} name={person.name} color="teal" variant="light" aria-hidden />
          <span className={classes.two}>
            <Text span size="sm" fw={550}>
              {person.name}
            </Text>
            <Text span size="xs" c="dimmed">
              {person.email}
            </Text>
          </span>
          <VisuallyHidden>{account.menu}</VisuallyHidden>
          <IconSelector size={16} color="var(--mantine-color-dimmed)" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/account"
          onClick={onNavigate}
          leftSection={<IconUserCircle size={18} stroke={1.7} aria-hidden />}
        >
          {account.open}
        </Menu.Item>
        <Menu.Label>{account.appearance}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          mx={6}
          mb={6}
          aria-label={account.appearance}
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
          data={[
            { value: 'light', label: <SchemeLabel icon={IconSun} text={account.light} /> },
            { value: 'dark', label: <SchemeLabel icon={IconMoon} text={account.dark} /> },
            { value: 'auto', label: <SchemeLabel icon={IconDeviceDesktop} text={account.auto} /> },
          ]}
        />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.7} aria-hidden />}
          onClick={() => signOut.mutate()}
        >
          {account.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeLabel({ icon: Sign, text }: { icon: Icon; text: string }) {
  return (
    <span title={text} style={{ display: 'flex', justifyContent: 'center' }}>
      <Sign size={16} stroke={1.7} aria-hidden />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
