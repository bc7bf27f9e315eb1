import { Select } from '@mantine/core';
import type { Importance } from '../../../../../domain/requirements/types.ts';
import { jobTexts } from '../../../texts/jobs.ts';

const { editor: words } = jobTexts;
const choices = ([1, 2, 3, 4, 5] as const).map((value) => ({
  value: String(value),
  label: `${value} · ${words.importances[value]}`,
}));

interface ImportanceInputProps {
  value: Importance;
  onChange: (importance: Importance) => void;
  /** Which requirement's, for screen readers. */
  of: string;
  /** Shows its label above. */
  hasLabel?: boolean;
}

/** From 1, barely matters, to 5, critical. */
export function ImportanceInput({ value, onChange, of, hasLabel = false }: ImportanceInputProps) {
  return (
    <Select
      {...(hasLabel ? { label: words.importance } : { 'aria-label': `${words.importance}: ${of}` })}
      data={choices}
      value={String(value)}
      onChange={(next) => next && onChange(Number(next) as Importance)}
      allowDeselect={false}
      w={168}
      maw="100%"
      comboboxProps={{ withinPortal: true }}
    />
  );
}
