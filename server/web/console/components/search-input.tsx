import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { common } from '../texts/common.ts';

interface SearchInputProps {
  /** What can be looked for. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const SEARCH_AFTER_MS = 300;

/** Text to look for; `onChange` is called after a moment without typing. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const tell = useDebouncedCallback(onChange, SEARCH_AFTER_MS);
  useEffect(() => setTyped(value), [value]);
  const type = (text: string) => {
    setTyped(text);
    tell(text);
  };
  return (
    <TextInput
      type="search"
      flex="1 1 15rem"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      rightSection={
        typed && <CloseButton size="sm" aria-label={common.clearFilters} onClick={() => type('')} />
      }
    />
  );
}
