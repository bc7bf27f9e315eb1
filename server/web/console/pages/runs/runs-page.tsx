import { Button } from '@mantine/core';
import { IconMicrophone, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable, type Sorting } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { runPath } from '../../components/service-types.ts';
import { runsTexts } from '../../texts/runs.ts';
import { useRuns } from './run-queries.ts';
import { runColumns } from './runs-columns.tsx';
import {
  askedFilter,
  isFiltered,
  type RunsFilter,
  readFilter,
  readSorting,
  writeView,
} from './runs-filter.ts';
import { RunsFilters } from './runs-filters.tsx';

/** Everything that was submitted, to be searched and opened. */
export function RunsPage() {
  const clientId = useClientId();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const sorting = readSorting(address);
  const runs = useRuns(clientId, {
    ...askedFilter(filter),
    sort: sorting.key,
    direction: sorting.direction,
  });
  const projects = useQuery(reading('GET /clients/:clientId/projects', { params: { clientId } }));
  const change = (next: RunsFilter) => setAddress(writeView(next, sorting), { replace: true });
  const sort = (next: Sorting) => setAddress(writeView(filter, next), { replace: true });
  return (
    <>
      <PageHeader title={runsTexts.title} description={runsTexts.description} />
      <Section flush>
        <RunsFilters
          filter={filter}
          onChange={change}
          sorting={sorting}
          onSort={sort}
          projects={projects.data?.items}
        />
        <DataTable
          label={runsTexts.table}
          columns={runColumns}
          rows={runs.data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          rowLink={(run) => runPath(clientId, run)}
          empty={isFiltered(filter) ? <NothingFound /> : <NoRuns />}
          fault={runs.error}
          onRetry={() => void runs.refetch()}
          isStale={runs.isPlaceholderData}
          sorting={sorting}
          onSort={sort}
          total={runs.data?.pages.at(-1)?.total}
          hasMore={runs.hasNextPage}
          onMore={() => void runs.fetchNextPage()}
          isLoadingMore={runs.isFetchingNextPage}
          skeletonRows={12}
        />
      </Section>
    </>
  );
}

function NoRuns() {
  const mayTry = useMay('POST /clients/:clientId/uploads');
  const clientId = useClientId();
  return (
    <EmptyState
      icon={IconMicrophone}
      order={2}
      title={runsTexts.empty.title}
      {...(mayTry && {
        action: (
          <Button component={Link} to={`/c/${clientId}/uploads`}>
            {runsTexts.empty.upload}
          </Button>
        ),
      })}
    >
      {runsTexts.empty.text}
    </EmptyState>
  );
}

function NothingFound() {
  return (
    <EmptyState icon={IconSearch} title={runsTexts.emptyFiltered.title} order={2}>
      {runsTexts.emptyFiltered.text}
    </EmptyState>
  );
}
