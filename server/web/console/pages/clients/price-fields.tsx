import { NumberInput, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { OwnPrices, PriceItem } from '../../../../modules/console/clients/contract.ts';
import { priceNames } from '../../texts/clients.ts';

/** An empty field is the price of the next level up. */
export type PriceValues = Record<PriceItem, number | string>;

export const priceValues = (prices: OwnPrices): PriceValues => ({
  speechPerStartedMinute: prices.speechPerStartedMinute ?? '',
  cvMatch: prices.cvMatch ?? '',
  cvSearch: prices.cvSearch ?? '',
  interviewPerStartedMinute: prices.interviewPerStartedMinute ?? '',
});

export const sentPrices = (values: PriceValues): OwnPrices => ({
  speechPerStartedMinute: numberOrNull(values.speechPerStartedMinute),
  cvMatch: numberOrNull(values.cvMatch),
  cvSearch: numberOrNull(values.cvSearch),
  interviewPerStartedMinute: numberOrNull(values.interviewPerStartedMinute),
});

const numberOrNull = (value: number | string) => (value === '' ? null : Number(value));

interface PriceFieldsProps {
  form: UseFormReturnType<PriceValues>;
  /** What holds where a field is left empty. */
  fallback: Record<PriceItem, number>;
  fallbackHint: (credits: number) => string;
}

export function PriceFields({ form, fallback, fallbackHint }: PriceFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {(Object.entries(priceNames) as [PriceItem, string][]).map(([item, name]) => (
        <NumberInput
          key={item}
          label={name}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          placeholder={String(fallback[item])}
          description={fallbackHint(fallback[item])}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps(item)}
        />
      ))}
    </SimpleGrid>
  );
}
