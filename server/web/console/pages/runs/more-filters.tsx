import { Button, Group, Popover, Stack, TagsInput, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { runsTexts } from '../../texts/runs.ts';
import { countRare, type RunsFilter } from './runs-filter.ts';

const { filters } = runsTexts;

interface MoreFiltersProps {
  filter: RunsFilter;
  onChange: (filter: RunsFilter) => void;
}

/** Filters for exact questions; they hold once the form is sent. */
export function MoreFilters({ filter, onChange }: MoreFiltersProps) {
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState(filter);
  const count = countRare(filter);
  const toggle = () => {
    setDraft(filter);
    setOpened(!opened);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpened(false);
    onChange(draft);
  };
  const field = (
    name: 'metadata_key' | 'metadata_value' | 'externalId' | 'createdAfter' | 'createdBefore',
  ) => ({
    value: draft[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus width={360}>
      <Popover.Target>
        <Button
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          {count > 0 ? filters.activeMore(count) : filters.more}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TagsInput
              label={filters.tags}
              description={filters.tagsHint}
              value={draft.tags}
              onChange={(tags) => setDraft({ ...draft, tags })}
              maxTags={20}
              comboboxProps={{ withinPortal: false }}
            />
            <TextInput label={filters.externalId} {...field('externalId')} />
            <Group grow align="flex-end">
              <TextInput label={filters.metadataKey} {...field('metadata_key')} />
              <TextInput label={filters.metadataValue} {...field('metadata_value')} />
            </Group>
            <Group grow>
              <TextInput type="date" label={filters.createdAfter} {...field('createdAfter')} />
              <TextInput type="date" label={filters.createdBefore} {...field('createdBefore')} />
            </Group>
            <Button type="submit">{filters.done}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
