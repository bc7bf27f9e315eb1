import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { TopUp } from '../../../../modules/console/credits/contract.ts';
import { useChange } from '../../api/changes.ts';
import { faultFields } from '../../components/fault.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { formatCount } from '../../components/format.ts';
import { creditsTexts } from '../../texts/clients.ts';

interface TopUpDialogProps {
  client: { id: string; name: string };
  balance: number;
  onClose: () => void;
}

export function TopUpDialog({ client, balance, onClose }: TopUpDialogProps) {
  const change = useChange();
  const form = useForm({
    initialValues: { amount: 100 as number | string, reason: '' },
    validate: {
      amount: (amount) =>
        Number.isInteger(amount) && Number(amount) >= 1 ? null : creditsTexts.amountMissing,
      reason: (reason) => (reason.trim() === '' ? creditsTexts.reasonMissing : null),
    },
  });
  const add = useMutation({
    mutationFn: (topUp: TopUp) =>
      change('POST /clients/:clientId/credits', { params: { clientId: client.id }, body: topUp }),
    onSuccess: (_, { amount }) => {
      notifications.show({ color: 'green', message: creditsTexts.added(formatCount(amount)) });
      onClose();
    },
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  const { amount } = form.getValues();
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={creditsTexts.topUpTitle(client.name)}
      submitLabel={creditsTexts.topUp}
      onSubmit={form.onSubmit((values) =>
        add.mutate({ amount: Number(values.amount), reason: values.reason.trim() }),
      )}
      isPending={add.isPending}
      fault={add.error}
      fields={['amount', 'reason']}
    >
      <NumberInput
        label={creditsTexts.amount}
        min={1}
        step={100}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        data-autofocus
        description={
          typeof amount === 'number' ? creditsTexts.amountHint(formatCount(balance + amount)) : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label={creditsTexts.reason}
        description={creditsTexts.reasonHint}
        placeholder={creditsTexts.reasonPlaceholder}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
