import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport, IconFilterOff, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable, type Sorting } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { useSelection } from '../../components/selection.tsx';
import { candidateTexts as words } from '../../texts/candidates.ts';
import { common } from '../../texts/common.ts';
import { SamplesSection } from '../samples/samples-section.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { candidateColumns } from './candidate-columns.tsx';
import { CandidateFilters } from './candidate-filters.tsx';
import { CandidateForm } from './candidate-form.tsx';
import { askedOf, type CandidateView, readView, writeView } from './candidate-view.ts';
import { ImportDialog } from './import-dialog.tsx';
import { whoIs } from './who.ts';

/** Everybody there is something of: one row a person. */
export function CandidatesPage() {
  const clientId = useClientId();
  const mayAdd = useMay('POST /clients/:clientId/candidates');
  const mayDecide = useMay('POST /clients/:clientId/candidates/decisions');
  const [isAdding, adding] = useDisclosure();
  const [isImporting, importing] = useDisclosure();
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const view = readView(address);
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/candidates', { params: { clientId }, query: askedOf(view) }),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<CandidateView>) =>
    setAddress(writeView({ ...view, ...next }), { replace: true });
  const rows = query.data?.pages.flatMap(({ items }) => items);
  const selection = useSelection(rows, ({ id }) => id, {
    column: words.bulk.column,
    one: (row) => words.bulk.choose(whoIs(row)),
  });
  const isFiltered = Boolean(view.search || view.stage || view.standing || view.doubled);
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          mayAdd && (
            <>
              <Button
                variant="default"
                onClick={importing.open}
                leftSection={<IconFileImport size={16} aria-hidden />}
              >
                {words.import}
              </Button>
              <Button onClick={adding.open} leftSection={<IconUserPlus size={16} aria-hidden />}>
                {words.add}
              </Button>
            </>
          )
        }
      />
      {isAdding && (
        <CandidateForm onClose={adding.close} onMade={(id) => navigate(`/c/${clientId}/candidates/${id}`)} />
      )}
      {isImporting && <ImportDialog onClose={importing.close} />}
      <Stack gap="lg">
        {query.data && <SamplesSection clientId={clientId} isEmpty={!isFiltered && rows?.length === 0} />}
        <Section flush>
          <CandidateFilters view={view} isFiltered={isFiltered} onChange={change} />
          <BulkBar people={selection.chosen} onClear={selection.clear} />
          <DataTable
            label={words.table}
            columns={mayDecide ? [selection.column, ...candidateColumns] : candidateColumns}
            rows={rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/c/${clientId}/candidates/${id}`}
            fault={query.error}
            onRetry={() => void query.refetch()}
            isStale={query.isPlaceholderData}
            sorting={{ key: view.sort, direction: view.direction }}
            onSort={({ key, direction }: Sorting) =>
              change({ sort: key as CandidateView['sort'], direction })
            }
            total={query.data?.pages.at(-1)?.total}
            hasMore={query.hasNextPage}
            onMore={() => void query.fetchNextPage()}
            isLoadingMore={query.isFetchingNextPage}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={IconFilterOff}
                  order={2}
                  title={words.emptyFiltered.title}
                  action={
                    <Button variant="default" onClick={() => setAddress({}, { replace: true })}>
                      {common.clearFilters}
                    </Button>
                  }
                >
                  {words.emptyFiltered.text}
                </EmptyState>
              ) : (
                <EmptyState icon={IconUsers} order={2} title={words.empty.title}>
                  {words.empty.text}
                </EmptyState>
              )
            }
          />
        </Section>
      </Stack>
    </>
  );
}
