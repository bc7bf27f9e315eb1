import { Button } from '@mantine/core';
import { IconMicrophone, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import type { Sorting } from '../../components/data-table.tsx';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
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
  const mayTry = useMay('POST /clients/:clientId/uploads');
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
    <ListPage
      title={runsTexts.title}
      description={runsTexts.description}
      label={runsTexts.table}
      list={pagesOf(runs)}
      within={
        <RunsFilters
          filter={filter}
          onChange={change}
          sorting={sorting}
          onSort={sort}
          projects={projects.data?.items}
        />
      }
      columns={runColumns}
      rowKey={({ id }) => id}
      rowLink={(run) => runPath(clientId, run)}
      sorting={sorting}
      onSort={sort}
      skeletonRows={12}
      isFiltered={isFiltered(filter)}
      nothingFound={{ icon: IconSearch, order: 2, ...runsTexts.emptyFiltered }}
      empty={{
        icon: IconMicrophone,
        order: 2,
        title: runsTexts.empty.title,
        text: runsTexts.empty.text,
        action: mayTry && (
          <Button component={Link} to={`/c/${clientId}/uploads`}>
            {runsTexts.empty.upload}
          </Button>
        ),
      }}
    />
  );
}
