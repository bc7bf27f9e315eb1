import { Badge, Code, Group, Stack, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { KeyMade, KeyRow } from '../../../../modules/console/keys/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount } from '../../components/format.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { moduleNames, modules } from '../../texts/clients.ts';
import { common } from '../../texts/common.ts';
import { keysTexts } from '../../texts/keys.ts';
import { KeyActions } from './key-actions.tsx';

/** @param onMade a key was rotated */
export const keyColumns = (clientId: string, onMade: (made: KeyMade) => void): Column<KeyRow>[] => [
  {
    key: 'name',
    title: keysTexts.name,
    isName: true,
    sortBy: ({ name }) => name,
    render: ({ name, masked }) => (
      <Stack gap={2} align="flex-start">
        <Text span size="sm" fw={550}>
          {name}
        </Text>
        <Code>{masked}</Code>
      </Stack>
    ),
  },
  {
    key: 'project',
    title: keysTexts.project,
    sortBy: ({ project }) => project?.name,
    render: ({ project }) => project?.name ?? <Dimmed>{keysTexts.noProject}</Dimmed>,
  },
  {
    key: 'state',
    title: keysTexts.state,
    sortBy: ({ state }) => state,
    render: ({ state }) => <StatusBadge status={state} />,
  },
  {
    key: 'expires',
    title: keysTexts.expiry,
    sortBy: ({ expiresAt, revokedAt }) => revokedAt ?? expiresAt ?? '9',
    render: ({ expiresAt, revokedAt }) => (
      <DateTime value={revokedAt ?? expiresAt} style="date" missing={keysTexts.never} />
    ),
  },
  {
    key: 'lastUsed',
    title: keysTexts.lastUsed,
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    render: ({ lastUsedAt }) => (
      <DateTime value={lastUsedAt} style="relative" missing={keysTexts.neverUsed} />
    ),
  },
  {
    key: 'restrictions',
    title: keysTexts.restrictions,
    hideNarrow: true,
    render: (row) => <Restrictions {...row} />,
  },
  {
    key: 'actions',
    title: common.actions,
    hideTitle: true,
    isNarrow: true,
    align: 'end',
    render: (row) =>
      row.state !== 'revoked' && <KeyActions clientId={clientId} keyRow={row} onMade={onMade} />,
  },
];

function Restrictions({ allowedIps, rateLimitPerMinute, permissions, fixed }: KeyRow) {
  const shown = modules.filter((one) => permissions.includes(one));
  const names = shown.map((one) => moduleNames[one]).join(', ');
  return (
    <Group gap={6}>
      {allowedIps.length > 0 ? (
        <Tooltip label={allowedIps.join(', ')}>
          <Badge color="blue">{keysTexts.addresses(allowedIps.length)}</Badge>
        </Tooltip>
      ) : (
        <Dimmed>{keysTexts.anywhere}</Dimmed>
      )}
      <Dimmed>{keysTexts.perMinute(formatCount(rateLimitPerMinute))}</Dimmed>
      {(fixed.rate || fixed.expiry) && (
        <Tooltip label={keysTexts.fixedHint(fixed)}>
          <Badge color="gray">{keysTexts.fixed}</Badge>
        </Tooltip>
      )}
      {shown.length < modules.length && (
        <Tooltip label={`${keysTexts.permissions}: ${names}`}>
          <Badge color="gray">{names}</Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function Dimmed({ children }: { children: ReactNode }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}
