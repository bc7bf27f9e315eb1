import { NumberInput, Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { accentUses } from '../../../../domain/scoring/overall.ts';
import type { ClientAnswer, ClientChanges } from '../../../../modules/console/clients/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { faultFields } from '../../components/fault.ts';
import { clientsTexts, clientTexts } from '../../texts/clients.ts';
import { useClientDeeds } from './clients-api.ts';
import { ModuleChoice } from './module-choice.tsx';
import { SettingForm } from './setting-form.tsx';

/** Saves some of a client's settings; the form then counts as untouched. */
function useSettings<Values extends Record<string, unknown>>(
  client: ClientAnswer,
  initialValues: Values,
  changesOf: (values: Values) => ClientChanges,
) {
  const { change } = useClientDeeds();
  const form = useForm<Values>({ initialValues });
  const submit = form.onSubmit((values) =>
    change.mutate(
      { id: client.id, ...changesOf(values) },
      {
        onSuccess: () => {
          form.resetDirty();
          notifications.show({ color: 'green', message: clientTexts.saved });
        },
        onError: (fault) => form.setErrors(faultFields(fault)),
      },
    ),
  );
  return {
    form,
    card: {
      onSubmit: submit,
      isDirty: form.isDirty(),
      isPending: change.isPending,
      fault: change.error,
      fields: Object.keys(initialValues),
    },
  };
}

export function NameForm({ client }: { client: ClientAnswer }) {
  const { form, card } = useSettings(client, { name: client.name }, (values) => values);
  return (
    <SettingForm
      {...card}
      title={clientTexts.general}
      description={
        <>
          {clientTexts.generalHint} {clientTexts.id}:{' '}
          <CopyValue value={client.id} label={clientTexts.copyId} />
        </>
      }
    >
      <TextInput
        aria-label={clientTexts.general}
        maxLength={200}
        maw="24rem"
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </SettingForm>
  );
}

export function ModulesForm({ client }: { client: ClientAnswer }) {
  const { form, card } = useSettings(
    client,
    { permissions: client.permissions, multilingual: client.multilingual },
    (values) => values,
  );
  return (
    <SettingForm {...card} title={clientTexts.modules} description={clientTexts.modulesHint}>
      <ModuleChoice
        value={form.values.permissions}
        onChange={(permissions) => form.setFieldValue('permissions', permissions)}
        fault={form.errors.permissions as string | undefined}
      />
      <Switch
        label={clientsTexts.multilingual}
        description={clientsTexts.multilingualHint}
        {...form.getInputProps('multilingual', { type: 'checkbox' })}
      />
    </SettingForm>
  );
}

export function ResultsForm({ client }: { client: ClientAnswer }) {
  const { form, card } = useSettings(client, { accentUse: client.accentUse }, (values) => values);
  return (
    <SettingForm {...card} title={clientTexts.results} description={clientTexts.resultsHint}>
      <Radio.Group
        label={clientTexts.accentUse}
        description={clientTexts.accentUseHint}
        {...form.getInputProps('accentUse')}
      >
        <Stack gap="xs" mt="xs">
          {accentUses.map((use) => (
            <Radio
              key={use}
              value={use}
              label={clientTexts.accentUses[use].label}
              description={clientTexts.accentUses[use].hint}
            />
          ))}
        </Stack>
      </Radio.Group>
    </SettingForm>
  );
}

export function LimitsForm({ client }: { client: ClientAnswer }) {
  const { form, card } = useSettings(
    client,
    {
      maxConcurrentRuns: client.maxConcurrentRuns as number | string,
      rateLimitPerMinute: (client.rateLimitPerMinute ?? '') as number | string,
      maxKeyDays: (client.maxKeyDays ?? '') as number | string,
    },
    ({ maxConcurrentRuns, rateLimitPerMinute, maxKeyDays }) => ({
      maxConcurrentRuns: Number(maxConcurrentRuns),
      rateLimitPerMinute: rateLimitPerMinute === '' ? null : Number(rateLimitPerMinute),
      maxKeyDays: maxKeyDays === '' ? null : Number(maxKeyDays),
    }),
  );
  return (
    <SettingForm {...card} title={clientTexts.limits} description={clientTexts.limitsHint}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label={clientTexts.maxRuns}
          description={clientTexts.maxRunsHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('maxConcurrentRuns')}
        />
        <NumberInput
          label={clientTexts.rate}
          description={clientTexts.rateHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={clientTexts.rateNone}
          min={1}
          allowDecimal={false}
          thousandSeparator=","
          {...form.getInputProps('rateLimitPerMinute')}
        />
        <NumberInput
          label={clientTexts.keyDays}
          description={clientTexts.keyDaysHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={clientTexts.rateNone}
          min={1}
          max={365}
          allowDecimal={false}
          {...form.getInputProps('maxKeyDays')}
        />
      </SimpleGrid>
    </SettingForm>
  );
}
