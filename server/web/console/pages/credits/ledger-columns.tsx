import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { LedgerRow } from '../../../../modules/console/credits/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount, formatDuration } from '../../components/format.ts';
import { isServiceType, runPath, serviceTypeName } from '../../components/service-types.ts';
import { creditsTexts } from '../../texts/clients.ts';

/** Where the run of a charge is shown; nothing else has a page. */
function runPage(clientId: string, { referenceType, referenceId, serviceType }: LedgerRow) {
  if (referenceType !== 'run' || referenceId === null || !isServiceType(serviceType)) return undefined;
  return runPath(clientId, { id: referenceId, serviceType });
}

export const ledgerColumns = (clientId: string): Column<LedgerRow>[] => [
  {
    key: 'what',
    title: creditsTexts.what,
    isName: true,
    render: (entry) => {
      if (entry.type === 'credit') return entry.description;
      const to = runPage(clientId, entry);
      const service = serviceTypeName(entry.serviceType, entry.description);
      return (
        <>
          {to ? (
            <Anchor component={Link} to={to} inherit>
              {service}
            </Anchor>
          ) : (
            service
          )}
          {entry.audioDurationMs !== null && (
            <Text span size="sm" c="dimmed">
              {' · '}
              {formatDuration(entry.audioDurationMs)}
            </Text>
          )}
        </>
      );
    },
  },
  {
    key: 'change',
    title: creditsTexts.change,
    align: 'end',
    isNarrow: true,
    render: ({ type, amount }) => (
      <Text
        span
        size="sm"
        fw={550}
        {...(type === 'credit' && { c: 'var(--mantine-color-green-light-color)' })}
      >
        {type === 'credit' ? '+' : '−'}
        {formatCount(amount)}
      </Text>
    ),
  },
  {
    key: 'after',
    title: creditsTexts.after,
    hideNarrow: true,
    align: 'end',
    isNarrow: true,
    render: ({ balanceAfter }) => formatCount(balanceAfter),
  },
  {
    key: 'when',
    title: creditsTexts.when,
    isNarrow: true,
    render: ({ createdAt }) => <DateTime value={createdAt} />,
  },
];
