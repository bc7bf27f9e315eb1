import { Text } from '@mantine/core';
import type { ClientActivity } from '../../../../modules/console/overview/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount } from '../../components/format.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { clientsTexts } from '../../texts/clients.ts';

/** Clients as owners see them in lists. */
export const clientColumns: Column<ClientActivity>[] = [
  {
    key: 'name',
    title: clientsTexts.name,
    isName: true,
    sortBy: ({ name }) => name,
    render: ({ name }) => name,
  },
  {
    key: 'state',
    title: clientsTexts.state,
    sortBy: ({ isActive }) => (isActive ? 0 : 1),
    render: ({ isActive }) => <StatusBadge status={isActive ? 'active' : 'disabled'} />,
  },
  {
    key: 'today',
    title: clientsTexts.today,
    align: 'end',
    sortBy: ({ today }) => today,
    render: ({ today }) => formatCount(today),
  },
  {
    key: 'queue',
    title: clientsTexts.queue,
    sortBy: ({ queued, processing }) => queued + processing,
    render: ({ queued, processing }) =>
      queued + processing > 0 ? (
        clientsTexts.queueOf(queued, processing)
      ) : (
        <Text span size="sm" c="dimmed">
          {clientsTexts.idle}
        </Text>
      ),
  },
  {
    key: 'credits',
    title: clientsTexts.credits,
    align: 'end',
    sortBy: ({ creditBalance }) => creditBalance,
    render: ({ creditBalance }) => formatCount(creditBalance),
  },
  {
    key: 'lastRun',
    title: clientsTexts.lastRun,
    sortBy: ({ lastRunAt }) => lastRunAt,
    render: ({ lastRunAt }) => <DateTime value={lastRunAt} style="relative" />,
  },
];
