import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { KeyMade, KeyRow } from '../../../../modules/console/keys/contract.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { daysOf, expiryAt, MOST_DAYS } from './expiry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { emptyKeyFields, KeyFields, keyFaults, keyFieldChecks, sentFields } from './key-fields.tsx';
import { useKeyDeeds } from './keys-api.ts';

export interface KeyDialogProps {
  clientId: string;
  keyRow: KeyRow;
  onClose: () => void;
}

export function EditKeyDialog({ clientId, keyRow, onClose }: KeyDialogProps) {
  const { change } = useKeyDeeds(clientId);
  const form = useForm({
    initialValues: {
      name: keyRow.name,
      projectId: keyRow.project?.id ?? emptyKeyFields.projectId,
      allowedIps: keyRow.allowedIps.join('\n'),
      rateLimitPerMinute: keyRow.rateLimitPerMinute as number | string,
    },
    validate: keyFieldChecks,
  });
  const submit = form.onSubmit((values) =>
    change.mutate(
      { id: keyRow.id, ...sentFields(values) },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: keysTexts.saved });
          onClose();
        },
        onError: (fault) => form.setErrors(keyFaults(fault)),
      },
    ),
  );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={keysTexts.editTitle}
      submitLabel={keysTexts.edit}
      onSubmit={submit}
      isPending={change.isPending}
      fault={change.error}
      fields={Object.keys(form.values)}
    >
      <KeyFields clientId={clientId} form={form} />
    </FormDialog>
  );
}

export function ExtendKeyDialog({ clientId, keyRow, onClose }: KeyDialogProps) {
  const { extend } = useKeyDeeds(clientId);
  const [expiry, setExpiry] = useState(expiryAt('90'));
  const days = daysOf(expiry);
  const submit = () => {
    if (days === undefined) return;
    extend.mutate(
      { id: keyRow.id, days },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: keysTexts.extended });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={keysTexts.extendTitle(keyRow.name)}
      submitLabel={keysTexts.extendDo}
      onSubmit={submit}
      isPending={extend.isPending}
      fault={extend.error}
    >
      <Text size="sm">{keysTexts.extendBody}</Text>
      <ExpiryField
        label={keysTexts.expiryLabel}
        value={expiry}
        onChange={setExpiry}
        fromMs={Math.max(Date.now(), keyRow.expiresAt ? Date.parse(keyRow.expiresAt) : 0)}
        fault={days === undefined ? keysTexts.customDaysFault(MOST_DAYS) : undefined}
      />
      <Text size="xs" c="dimmed">
        {keysTexts.extendFrom}
      </Text>
    </FormDialog>
  );
}

export function RotateKeyDialog({
  clientId,
  keyRow,
  onClose,
  onMade,
}: KeyDialogProps & { onMade: (made: KeyMade) => void }) {
  const { rotate } = useKeyDeeds(clientId);
  const [overlapHours, setOverlapHours] = useState('24');
  const submit = () =>
    rotate.mutate(
      { id: keyRow.id, overlapHours: Number(overlapHours) },
      {
        onSuccess: (made) => {
          onClose();
          onMade(made);
        },
      },
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={keysTexts.rotateTitle(keyRow.name)}
      submitLabel={keysTexts.rotateDo}
      onSubmit={submit}
      isPending={rotate.isPending}
      fault={rotate.error}
    >
      <Text size="sm">{keysTexts.rotateBody}</Text>
      <Select
        label={keysTexts.overlap}
        allowDeselect={false}
        data={Object.entries(keysTexts.overlaps).map(([value, label]) => ({ value, label }))}
        value={overlapHours}
        onChange={(hours) => hours !== null && setOverlapHours(hours)}
      />
    </FormDialog>
  );
}
