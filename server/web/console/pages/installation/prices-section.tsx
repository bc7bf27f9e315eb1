import { Skeleton, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { OwnPrices } from '../../../../modules/console/clients/contract.ts';
import type { PricesAnswer } from '../../../../modules/console/installation/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { faultFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { settingsTexts } from '../../texts/installation.ts';
import { PriceFields, type PriceValues, priceValues, sentPrices } from '../clients/price-fields.tsx';
import { SettingForm } from '../clients/setting-form.tsx';

/** What things cost for every client without prices of its own. */
export function PricesSection() {
  const { data, error, refetch } = useQuery(reading('GET /installation/prices'));
  if (error && !data) return <FaultAlert fault={error} onRetry={refetch} />;
  return data ? <PricesForm answer={data} /> : <Skeleton h={220} />;
}

function PricesForm({ answer }: { answer: PricesAnswer }) {
  const change = useChange();
  const form = useForm<PriceValues>({ initialValues: priceValues(answer.prices) });
  const save = useMutation({
    mutationFn: (prices: OwnPrices) => change('PUT /installation/prices', { body: prices }),
    onSuccess: (saved) => {
      form.setValues(priceValues(saved.prices));
      form.resetDirty(priceValues(saved.prices));
      notifications.show({ color: 'green', message: settingsTexts.saved });
    },
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  return (
    <SettingForm
      title={settingsTexts.prices}
      description={settingsTexts.pricesText}
      onSubmit={form.onSubmit((values) => save.mutate(sentPrices(values)))}
      isDirty={form.isDirty()}
      isPending={save.isPending}
      fault={save.error}
      fields={Object.keys(form.values)}
    >
      <PriceFields form={form} fallback={answer.defaults} fallbackHint={settingsTexts.priceDefault} />
      <Text size="sm" c="dimmed">
        {settingsTexts.clientsWithOwn(answer.clientsWithOwn)}
      </Text>
    </SettingForm>
  );
}
