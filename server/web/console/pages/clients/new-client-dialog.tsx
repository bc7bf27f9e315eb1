import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import type { ModulePermission } from '../../../../modules/console/clients/contract.ts';
import { faultFields } from '../../components/fault.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { clientsTexts, creditsTexts, moduleNames } from '../../texts/clients.ts';
import { useClientDeeds } from './clients-api.ts';
import { ModuleChoice } from './module-choice.tsx';

/** Makes a client and opens it. */
export function NewClientDialog({ onClose }: { onClose: () => void }) {
  const { create } = useClientDeeds();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: {
      name: '',
      credits: 100 as number | string,
      permissions: Object.keys(moduleNames) as ModulePermission[],
      multilingual: true,
    },
    validate: {
      name: (name) => (name.trim() === '' ? clientsTexts.nameMissing : null),
      credits: (credits) =>
        Number.isInteger(credits) && Number(credits) >= 0 ? null : creditsTexts.amountMissing,
      permissions: (chosen) => (chosen.length === 0 ? clientsTexts.noModule : null),
    },
  });
  const submit = form.onSubmit((values) =>
    create.mutate(
      { ...values, credits: Number(values.credits) },
      {
        onSuccess: ({ id, name }) => {
          notifications.show({ color: 'green', message: clientsTexts.made(name) });
          navigate(`/c/${id}/overview`);
        },
        onError: (fault) => form.setErrors(faultFields(fault)),
      },
    ),
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={clientsTexts.create}
      submitLabel={clientsTexts.createDo}
      onSubmit={submit}
      isPending={create.isPending}
      fault={create.error}
      fields={Object.keys(form.values)}
      size="lg"
    >
      <TextInput
        label={clientsTexts.name}
        placeholder={clientsTexts.namePlaceholder}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NumberInput
        label={clientsTexts.openingCredits}
        description={clientsTexts.openingCreditsHint}
        min={0}
        step={100}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        {...form.getInputProps('credits')}
      />
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
    </FormDialog>
  );
}
