import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { sessionTexts } from '../../texts/sessions.ts';

const { filters: words, states } = sessionTexts;

interface SessionFiltersProps {
  filter: Readonly<Record<'status' | 'project' | 'persona' | 'search', string | undefined>>;
  onChange: (name: string, value: string) => void;
}

/** By candidate, state, project and persona. */
export function SessionFilters({ filter, onChange }: SessionFiltersProps) {
  const clientId = useClientId();
  const params = { clientId };
  const { data: projects } = useQuery(reading('GET /clients/:clientId/projects', { params }));
  const { data: personas } = useQuery(
    reading('GET /clients/:clientId/personas', { params, query: { status: 'active' } }),
  );
  const field = (name: 'status' | 'project' | 'persona') => ({
    value: filter[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
  });
  return (
    <Group gap="sm" align="flex-end">
      <SearchInput
        label={words.search}
        value={filter.search ?? ''}
        onChange={(value) => onChange('search', value.trim())}
      />
      <NativeSelect
        aria-label={words.state}
        {...field('status')}
        data={[
          { value: '', label: words.anyState },
          ...Object.entries(states).map(([value, label]) => ({ value, label })),
        ]}
      />
      <NativeSelect
        aria-label={words.project}
        {...field('project')}
        data={[
          { value: '', label: words.anyProject },
          { value: 'none', label: words.noProject },
          ...(projects?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        aria-label={words.persona}
        {...field('persona')}
        data={[
          { value: '', label: words.anyPersona },
          ...(personas?.items ?? []).map(({ id, roleName }) => ({ value: id, label: roleName })),
        ]}
      />
    </Group>
  );
}
