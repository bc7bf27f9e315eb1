import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reading } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { useSelection } from '../../components/selection.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { homeTexts } from '../../texts/home.ts';
import { BulkBar } from '../candidates/bulk-bar.tsx';
import { candidateColumns } from '../candidates/candidate-columns.tsx';
import { whoIs } from '../candidates/who.ts';

const { review: words } = homeTexts;
const SHOWN = 8;
const REFRESH_MS = 10_000;
const shownColumns: readonly string[] = ['name', 'has', 'cv', 'speech', 'active'];

/** Candidates without a decision. Decisions on several can be taken here. */
export function ReviewSection({ clientId }: { clientId: string }) {
  const mayDecide = useMay('POST /clients/:clientId/candidates/decisions');
  const { data, error, refetch } = useQuery({
    ...reading('GET /clients/:clientId/candidates', {
      params: { clientId },
      query: { limit: SHOWN, stage: 'new', standing: 'active' },
    }),
    refetchInterval: REFRESH_MS,
  });
  const selection = useSelection(data?.items, ({ id }) => id, {
    column: candidateTexts.bulk.column,
    one: (row) => candidateTexts.bulk.choose(whoIs(row)),
  });
  // The server sorts; here is one order only.
  const columns = candidateColumns
    .filter(({ key }) => shownColumns.includes(key))
    .map(({ serverSort: _, ...column }) => column);
  return (
    <Section
      flush
      title={words.title}
      description={words.description}
      actions={
        <Button variant="subtle" size="compact-sm" component={Link} to={`/c/${clientId}/candidates`}>
          {words.all}
        </Button>
      }
    >
      <BulkBar people={selection.chosen} onClear={selection.clear} />
      <DataTable
        label={words.title}
        columns={mayDecide ? [selection.column, ...columns] : columns}
        rows={data?.items}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/c/${clientId}/candidates/${id}`}
        fault={error}
        onRetry={() => void refetch()}
        skeletonRows={4}
        empty={
          <EmptyState icon={IconUserCheck} title={words.empty}>
            {words.emptyText}
          </EmptyState>
        }
      />
    </Section>
  );
}
