import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { ClientAnswer } from '../../../../modules/console/clients/contract.ts';
import { faultFields } from '../../components/fault.ts';
import { clientTexts } from '../../texts/clients.ts';
import { useClientDeeds } from './clients-api.ts';
import { PriceFields, type PriceValues, priceValues, sentPrices } from './price-fields.tsx';
import { SettingForm } from './setting-form.tsx';

/** Prices of one client; empty ones are the installation's. */
export function ClientPricesForm({ client }: { client: ClientAnswer }) {
  const { setPrices } = useClientDeeds();
  const form = useForm<PriceValues>({ initialValues: priceValues(client.ownPrices) });
  const submit = form.onSubmit((values) =>
    setPrices.mutate(
      { id: client.id, ...sentPrices(values) },
      {
        onSuccess: () => {
          form.resetDirty();
          notifications.show({ color: 'green', message: clientTexts.saved });
        },
        onError: (fault) => form.setErrors(faultFields(fault)),
      },
    ),
  );
  return (
    <SettingForm
      title={clientTexts.prices}
      description={clientTexts.pricesHint}
      onSubmit={submit}
      isDirty={form.isDirty()}
      isPending={setPrices.isPending}
      fault={setPrices.error}
      fields={Object.keys(form.values)}
    >
      <PriceFields
        form={form}
        fallback={client.installationPrices}
        fallbackHint={clientTexts.priceInstallation}
      />
    </SettingForm>
  );
}
