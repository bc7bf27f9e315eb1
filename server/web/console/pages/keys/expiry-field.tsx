import { NumberInput, Select, SimpleGrid } from '@mantine/core';
import { formatDate } from '../../components/format.ts';
import { keysTexts } from '../../texts/keys.ts';
import { daysOf, type Expiry, MOST_DAYS, offeredDays } from './expiry.ts';

const DAY_MS = 86_400_000;

interface ExpiryFieldProps {
  label: string;
  value: Expiry;
  onChange: (value: Expiry) => void;
  /** From when the days are counted; now unless given. */
  fromMs?: number;
  fault?: string | undefined;
}

/** How long a key lives: one of the usual spans, any number of days, or for ever. */
export function ExpiryField({ label, value, onChange, fromMs = Date.now(), fault }: ExpiryFieldProps) {
  const days = daysOf(value);
  const hint =
    days === null
      ? keysTexts.neverHint
      : days && keysTexts.endsOn(formatDate(new Date(fromMs + days * DAY_MS).toISOString(), 'date'));
  const isCustom = value.choice === 'custom';
  return (
    <SimpleGrid cols={isCustom ? { base: 1, xs: 2 } : 1} verticalSpacing="xs">
      <Select
        label={label}
        allowDeselect={false}
        data={[
          ...offeredDays.map((count) => ({ value: String(count), label: keysTexts.expiryDays(count) })),
          { value: 'custom', label: keysTexts.expiryCustom },
          { value: 'never', label: keysTexts.expiryNever },
        ]}
        value={value.choice}
        onChange={(choice) => choice && onChange({ ...value, choice })}
        description={hint || undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {isCustom && (
        <NumberInput
          label={keysTexts.customDays}
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          value={value.customDays}
          onChange={(customDays) => onChange({ ...value, customDays })}
          error={fault}
        />
      )}
    </SimpleGrid>
  );
}
