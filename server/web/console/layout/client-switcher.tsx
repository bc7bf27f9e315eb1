import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBuildingFactory2, IconCheck, IconSearch, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePerson } from '../api/session.ts';
import { shell } from '../texts/shell.ts';
import type { Area } from './area.ts';
import classes from './sidebar.module.css';

/** With more clients than this, the list can be searched. */
const SEARCH_FROM = 8;

/** Shows whose data the pages are about, and leads to another client or to the installation. */
export function ClientSwitcher({ area, onNavigate }: { area: Area; onNavigate: () => void }) {
  const person = usePerson();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const { switcher, roles } = shell;
  const open = (path: string) => {
    setSearch('');
    onNavigate();
    navigate(path);
  };
  const current =
    area.kind === 'client'
      ? { name: area.client.name, note: roles[area.client.role] }
      : area.kind === 'installation'
        ? { name: switcher.installation, note: switcher.installationHint }
        : { name: switcher.noClient, note: '' };
  const found = person.clients.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Menu position="bottom-start" width={264} onClose={() => setSearch('')}>
      <Menu.Target>
        <UnstyledButton className={`${classes.button} ${classes.framed}`}>
          <AreaSign area={area} />
          <span className={classes.two}>
            <Text span size="sm" fw={550}>
              {current.name}
            </Text>
            <Text span size="xs" c="dimmed">
              {current.note}
            </Text>
          </span>
          <VisuallyHidden>{switcher.label}</VisuallyHidden>
          <IconSelector size={16} color="var(--mantine-color-dimmed)" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {person.isOwner && (
          <>
            <Menu.Item
              leftSection={<IconBuildingFactory2 size={18} stroke={1.7} aria-hidden />}
              rightSection={area.kind === 'installation' && <IconCheck size={16} aria-hidden />}
              onClick={() => open('/clients')}
            >
              {switcher.installation}
            </Menu.Item>
            {person.clients.length > 0 && <Menu.Divider />}
          </>
        )}
        {person.clients.length > 0 && <Menu.Label>{switcher.heading}</Menu.Label>}
        {person.clients.length >= SEARCH_FROM && (
          <Menu.Search
            aria-label={switcher.search}
            placeholder={switcher.search}
            leftSection={<IconSearch size={14} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <div className={classes.clients}>
          {found.map((client) => (
            <ClientItem
              key={client.id}
              client={client}
              isOpen={area.kind === 'client' && area.client.id === client.id}
              onOpen={() => open(`/c/${client.id}/overview`)}
            />
          ))}
        </div>
        {found.length === 0 && search !== '' && (
          <Text size="xs" c="dimmed" px="sm" py={6}>
            {switcher.none}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ClientItemProps {
  client: ReturnType<typeof usePerson>['clients'][number];
  isOpen: boolean;
  onOpen: () => void;
}

function ClientItem({ client, isOpen, onOpen }: ClientItemProps) {
  return (
    <Menu.Item
      leftSection={<ClientSign name={client.name} size={24} />}
      rightSection={isOpen && <IconCheck size={16} aria-hidden />}
      onClick={onOpen}
    >
      <Text span size="sm" truncate display="block" maw={150}>
        {client.name}
      </Text>
      {!client.isActive && (
        <Text span size="xs" c="dimmed">
          {shell.switcher.isInactive}
        </Text>
      )}
    </Menu.Item>
  );
}

function AreaSign({ area }: { area: Area }) {
  if (area.kind === 'client') return <ClientSign name={area.client.name} size={32} />;
  return (
    <Avatar size={32} radius="md" color="gray" variant="light" aria-hidden>
      <IconBuildingFactory2 size={18} stroke={1.7} aria-hidden />
    </Avatar>
  );
}

function ClientSign({ name, size }: { name: string; size: number }) {
  return (
    <Avatar size={size} radius="md" color="indigo" variant="light" aria-hidden>
      {name.trim().charAt(0).toUpperCase()}
    </Avatar>
  );
}
