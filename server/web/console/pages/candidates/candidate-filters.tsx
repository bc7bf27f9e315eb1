import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { stages, standings } from '../../../../domain/candidates/decisions.ts';
import type { StageName, StandingName } from '../../../../modules/console/candidates/contract.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { candidateTexts, stageNames, standingNames } from '../../texts/candidates.ts';
import { common } from '../../texts/common.ts';
import type { CandidateView } from './candidate-view.ts';

const { filters } = candidateTexts;

interface CandidateFiltersProps {
  view: CandidateView;
  isFiltered: boolean;
  onChange: (next: Partial<CandidateView>) => void;
}

/** Whom the list shows. */
export function CandidateFilters({ view, isFiltered, onChange }: CandidateFiltersProps) {
  return (
    <Group gap="sm" align="center" p="md">
      <SearchInput
        label={filters.search}
        value={view.search ?? ''}
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        aria-label={filters.stage}
        value={view.stage ?? ''}
        onChange={(event) =>
          onChange({ stage: (event.currentTarget.value || undefined) as StageName | undefined })
        }
        data={[
          { value: '', label: filters.anyStage },
          ...stages.map((value) => ({ value, label: stageNames[value] })),
        ]}
      />
      <NativeSelect
        aria-label={filters.standing}
        value={view.standing ?? ''}
        onChange={(event) =>
          onChange({ standing: (event.currentTarget.value || undefined) as StandingName | undefined })
        }
        data={[
          { value: '', label: filters.anyStanding },
          ...standings.map((value) => ({ value, label: standingNames[value] })),
        ]}
      />
      {/* Phones show cards in place of the table, whose heads sort elsewhere. */}
      <NativeSelect
        hiddenFrom="sm"
        aria-label={filters.sort}
        value={`${view.sort} ${view.direction}`}
        onChange={(event) => {
          const [sort, direction] = event.currentTarget.value.split(' ');
          onChange({ sort, direction } as Pick<CandidateView, 'sort' | 'direction'>);
        }}
        data={Object.entries(filters.sortings).map(([value, label]) => ({ value, label }))}
      />
      <Checkbox
        label={filters.doubled}
        checked={view.doubled ?? false}
        onChange={(event) => onChange({ doubled: event.currentTarget.checked })}
      />
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() =>
            onChange({ search: undefined, stage: undefined, standing: undefined, doubled: undefined })
          }
        >
          {common.clearFilters}
        </Button>
      )}
    </Group>
  );
}
