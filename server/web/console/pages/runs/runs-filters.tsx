import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import type { RunStatus } from '../../../../modules/console/runs/contract.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { serviceTypeNames } from '../../components/service-types.ts';
import { statusLabels } from '../../texts/common.ts';
import { runsTexts } from '../../texts/runs.ts';
import { MoreFilters } from './more-filters.tsx';
import {
  ANY,
  isFiltered,
  type RunsFilter,
  type RunsSorting,
  readSorting,
  sortingText,
  USUAL,
} from './runs-filter.ts';

const { filters } = runsTexts;

interface RunsFiltersProps {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
  sorting: RunsSorting;
  onSort: (sorting: RunsSorting) => void;
  /** Undefined until they are known. */
  projects: readonly { id: string; name: string }[] | undefined;
}

const statuses = ['queued', 'processing', 'success', 'partial', 'failed'] as const satisfies RunStatus[];

/** Every filter of the list: the frequent ones in a row, the others behind a button. */
export function RunsFilters({ filter, onChange, sorting, onSort, projects = [] }: RunsFiltersProps) {
  const set = (changes: Partial<RunsFilter>) => onChange({ ...filter, ...changes });
  return (
    <Group gap="sm" align="flex-end" p="md">
      <SearchInput
        label={filters.search}
        value={filter.search ?? ''}
        onChange={(search) => set({ search })}
      />
      <NativeSelect
        aria-label={filters.status}
        value={filter.status ?? ''}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={[
          { value: '', label: filters.anyStatus },
          ...statuses.map((value) => ({ value, label: statusLabels[value] })),
        ]}
      />
      <NativeSelect
        aria-label={filters.serviceType}
        value={filter.serviceType ?? ''}
        onChange={(event) => set({ serviceType: event.currentTarget.value })}
        data={[
          ...serviceTypeNames.map(({ value, name }) => ({
            value: value === USUAL ? '' : value,
            label: name,
          })),
          { value: ANY, label: filters.anyServiceType },
        ]}
      />
      <NativeSelect
        aria-label={filters.project}
        value={filter.project ?? ''}
        onChange={(event) => set({ project: event.currentTarget.value })}
        data={[
          { value: '', label: filters.anyProject },
          { value: 'none', label: filters.noProject },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SegmentedControl
        aria-label={filters.source}
        value={filter.playground ?? 'with'}
        onChange={(playground) => set({ playground: playground === 'with' ? '' : playground })}
        data={Object.entries(filters.sources).map(([value, label]) => ({ value, label }))}
      />
      {/* Phones show cards in place of the table, whose heads sort elsewhere. */}
      <NativeSelect
        hiddenFrom="sm"
        aria-label={filters.sort}
        value={sortingText(sorting)}
        onChange={(event) => onSort(readSorting(new URLSearchParams({ sort: event.currentTarget.value })))}
        data={Object.entries(filters.sortings).map(([value, label]) => ({ value, label }))}
      />
      <MoreFilters filter={filter} onChange={onChange} />
      {isFiltered(filter) && (
        <Button variant="subtle" color="gray" onClick={() => onChange({ tags: [] })}>
          {filters.clear}
        </Button>
      )}
    </Group>
  );
}

/** Asks once the typing pauses. */
