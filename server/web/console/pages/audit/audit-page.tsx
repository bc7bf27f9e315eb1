import { Text } from '@mantine/core';
import { IconFilterOff, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditEntry } from '../../../../modules/console/audit/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
import { audit } from '../../texts/audit.ts';
import { actionLabel, shortTarget } from './audit-actions.ts';
import { AuditActor } from './audit-actor.tsx';
import { AuditEntryDrawer } from './audit-entry-drawer.tsx';
import { AuditExport } from './audit-export.tsx';
import { filterIn, queryOf } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { useAuditVerification, VerifyButton, VerifyResult } from './verify-chain.tsx';

export function ClientAuditPage() {
  return <AuditLog clientId={useClientId()} />;
}

export function InstallationAuditPage() {
  return <AuditLog clientId={null} />;
}

/** The log, newest first; the installation's proves its chain, too. */
function AuditLog({ clientId }: { clientId: string | null }) {
  const isInstallation = clientId === null;
  const [address, setAddress] = useSearchParams();
  const filter = filterIn(address);
  const query = queryOf(filter);
  const [open, setOpen] = useState<AuditEntry>();
  const verification = useAuditVerification();
  const log = useInfiniteQuery({
    ...(isInstallation
      ? readingPages('GET /installation/audit', { query })
      : readingPages('GET /clients/:clientId/audit', { params: { clientId }, query })),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title={audit.title}
      description={audit.description}
      label={audit.label}
      actions={
        <>
          <AuditExport clientId={clientId} filter={filter} />
          {isInstallation && <VerifyButton verification={verification} />}
        </>
      }
      above={
        <>
          <VerifyResult verification={verification} />
          <AuditFilters
            filter={filter}
            onChange={(wanted) =>
              setAddress(
                Object.entries(wanted).filter(([, value]) => value !== ''),
                { replace: true },
              )
            }
          />
        </>
      }
      list={pagesOf(log)}
      columns={isInstallation ? installationColumns : clientColumns}
      rowKey={({ seq }) => String(seq)}
      onOpen={setOpen}
      skeletonRows={10}
      isFiltered={Object.keys(query).length > 0}
      nothingFound={{ icon: IconFilterOff, title: audit.nothingFound, text: audit.nothingFoundText }}
      empty={{ icon: IconHistory, title: audit.empty, text: audit.emptyText }}
    >
      <AuditEntryDrawer entry={open} onClose={() => setOpen(undefined)} />
    </ListPage>
  );
}

const actionColumn: Column<AuditEntry> = {
  key: 'action',
  title: audit.columns.action,
  isName: true,
  render: ({ action }) => actionLabel(action),
};
const actorColumn: Column<AuditEntry> = {
  key: 'actor',
  title: audit.columns.actor,
  render: ({ actor }) => <AuditActor actor={actor} />,
};
const clientColumn: Column<AuditEntry> = {
  key: 'client',
  title: audit.columns.client,
  hideNarrow: true,
  render: ({ clientId, clientName }) => clientName ?? clientId ?? audit.wholeInstallation,
};
const restColumns: readonly Column<AuditEntry>[] = [
  {
    key: 'target',
    title: audit.columns.target,
    render: ({ target, targetName }) => (
      <span title={target ?? undefined} style={{ overflowWrap: 'anywhere' }}>
        {targetName && `${targetName} · `}
        <Text span inherit c="dimmed">
          {target ? shortTarget(target) : '–'}
        </Text>
      </span>
    ),
  },
  { key: 'ip', title: audit.columns.ip, isNarrow: true, render: ({ ipAddress }) => ipAddress ?? '–' },
  {
    key: 'at',
    title: audit.columns.at,
    align: 'end',
    isNarrow: true,
    render: ({ at }) => <DateTime value={at} />,
  },
];
const clientColumns = [actionColumn, actorColumn, ...restColumns];
const installationColumns = [actionColumn, actorColumn, clientColumn, ...restColumns];
