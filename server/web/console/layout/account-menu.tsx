import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SessionAnswer } from '../../../modules/console/sign-in/contract.ts';
import { useChange } from '../api/changes.ts';
import { changePerson, sessionKey } from '../api/queries.ts';
import { usePerson } from '../api/session.ts';
import { chooseLanguage } from '../texts/chosen-language.ts';
import { type Language, language, languages } from '../texts/language.ts';
import { shell } from '../texts/shell.ts';
import classes from './sidebar.module.css';

const schemes = [
  { value: 'light', label: shell.account.light, icon: IconSun },
  { value: 'dark', label: shell.account.dark, icon: IconMoon },
  { value: 'auto', label: shell.account.auto, icon: IconDeviceDesktop },
] as const;

/** Who is signed in; one's account, the colours, the language, and the way out. */
export function AccountMenu({ onNavigate }: { onNavigate: () => void }) {
  const person = usePerson();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { account } = shell;
  const change = useChange();
  const signOut = useMutation({
    mutationFn: () => change('DELETE /session'),
    onSuccess: () => {
      const session = queries.getQueryData<SessionAnswer>(sessionKey);
      if (session) changePerson(queries, { ...session, person: null });
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
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        >
          {schemes.map(({ value, label, icon: Sign }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick={false}
              rightSection={<Sign size={16} stroke={1.7} color="var(--mantine-color-dimmed)" aria-hidden />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{account.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(code) => chooseLanguage(code as Language)}>
          {Object.entries(languages).map(([code, name]) => (
            <Menu.RadioItem key={code} value={code} lang={code}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
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
