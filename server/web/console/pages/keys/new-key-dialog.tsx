import { useForm } from '@mantine/form';
import type { KeyMade } from '../../../../modules/console/keys/contract.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { daysOf, expiryAt, MOST_DAYS } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { emptyKeyFields, KeyFields, keyFaults, keyFieldChecks, sentFields } from './key-fields.tsx';
import { useKeyDeeds } from './keys-api.ts';

interface NewKeyDialogProps {
  clientId: string;
  opened: boolean;
  onClose: () => void;
  onMade: (made: KeyMade) => void;
}

const fields = ['name', 'projectId', 'allowedIps', 'rateLimitPerMinute', 'expiresInDays'];

export function NewKeyDialog({ clientId, opened, onClose, onMade }: NewKeyDialogProps) {
  const { create } = useKeyDeeds(clientId);
  const form = useForm({
    initialValues: { ...emptyKeyFields, expiry: expiryAt('90') },
    validate: {
      ...keyFieldChecks,
      expiry: (expiry) => (daysOf(expiry) === undefined ? keysTexts.customDaysFault(MOST_DAYS) : null),
    },
  });
  const leave = () => {
    form.reset();
    create.reset();
    onClose();
  };
  const submit = form.onSubmit(({ expiry, ...values }) =>
    create.mutate(
      { ...sentFields(values), expiresInDays: daysOf(expiry) ?? null },
      {
        onSuccess: (made) => {
          leave();
          onMade(made);
        },
        onError: (fault) => {
          const { expiresInDays, ...others } = keyFaults(fault);
          form.setErrors({ ...others, ...(expiresInDays && { expiry: expiresInDays }) });
        },
      },
    ),
  );
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={keysTexts.createTitle}
      submitLabel={keysTexts.createDo}
      onSubmit={submit}
      isPending={create.isPending}
      fault={create.error}
      fields={fields}
    >
      <KeyFields clientId={clientId} form={form}>
        <ExpiryField
          label={keysTexts.expiryLabel}
          value={form.getValues().expiry}
          onChange={(expiry) => form.setFieldValue('expiry', expiry)}
          fault={form.errors.expiry as string | undefined}
        />
      </KeyFields>
    </FormDialog>
  );
}
