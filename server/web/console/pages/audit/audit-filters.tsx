import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { audit } from '../../texts/audit.ts';
import { actionChoices } from './audit-actions.ts';
import { type AuditFilter, emptyFilter } from './audit-filter.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

const TYPING_MS = 300;
const texts = audit.filters;

/** What the list is narrowed to; the address of the page keeps it. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [typed, setTyped] = useState(filter.search);
  const search = useDebouncedCallback((text: string) => onChange({ ...filter, search: text }), TYPING_MS);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <Group gap="sm" align="flex-end" component="search" aria-label={texts.label} data-print="hide">
      <TextInput
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        flex="1 1 14rem"
      />
      <Select
        label={texts.action}
        placeholder={texts.anyAction}
        data={actionChoices}
        value={filter.action || null}
        onChange={(action) => onChange({ ...filter, action: action ?? '' })}
        searchable
        clearable
        flex="1 1 14rem"
      />
      <TextInput
        type="date"
        label={texts.from}
        value={filter.from}
        {...(filter.to && { max: filter.to })}
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value })}
        flex="1 1 8rem"
      />
      <TextInput
        type="date"
        label={texts.to}
        value={filter.to}
        {...(filter.from && { min: filter.from })}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value })}
        flex="1 1 8rem"
      />
      {isFiltered && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => {
            setTyped('');
            onChange(emptyFilter);
          }}
        >
          {texts.clear}
        </Button>
      )}
    </Group>
  );
}
