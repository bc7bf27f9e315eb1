import { Text } from '@mantine/core';
import type { Deletion } from '../../../../modules/console/deletions/contract.ts';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount } from '../../components/format.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { deletionTexts as words } from '../../texts/retention.ts';

const { columns: titles } = words;

export const deletionColumns: Column<Deletion>[] = [
  {
    key: 'what',
    title: titles.what,
    isName: true,
    render: ({ subjectKind, subject }) => (
      <>
        {words.kindNames[subjectKind]}{' '}
        <Text span size="sm" ff="monospace" c="dimmed" title={subject}>
          {subjectKind === 'run' ? subject.slice(0, 8) : words.fingerprint(subject)}
        </Text>
      </>
    ),
  },
  { key: 'note', title: titles.note, hideNarrow: true, render: ({ note }) => note || '–' },
  {
    key: 'runs',
    title: titles.runs,
    align: 'end',
    isNarrow: true,
    render: ({ runCount }) => formatCount(runCount),
  },
  { key: 'by', title: titles.by, render: ({ requestedBy }) => requestedBy.name || requestedBy.email },
  {
    key: 'when',
    title: titles.when,
    isNarrow: true,
    render: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  {
    key: 'state',
    title: titles.state,
    isNarrow: true,
    render: ({ status, waitsForMachines }) => (
      <StatusBadge
        status={status === 'done' ? 'done' : 'processing'}
        {...(status !== 'done' && waitsForMachines.length > 0 && { label: words.atMachines })}
      />
    ),
  },
];
