import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { AccountAnswer, PasswordChange } from '../../../../modules/console/account/contract.ts';
import { useChange } from '../../api/changes.ts';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { accountTexts } from '../../texts/account.ts';

const texts = accountTexts.password;
const fields = ['currentPassword', 'newPassword'];

export function PasswordSection({ account }: { account: AccountAnswer }) {
  const send = useChange();
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } });
  const change = useMutation({
    mutationFn: (wanted: PasswordChange) => send('POST /account/password', { body: wanted }),
    onSuccess: () => {
      form.reset();
      notifications.show({ color: 'green', message: texts.done });
    },
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  const submit = form.onSubmit(({ currentPassword, newPassword }) =>
    change.mutate({ newPassword, ...(account.hasPassword && { currentPassword }) }),
  );
  return (
    <Section title={texts.title} description={account.hasPassword ? texts.description : texts.none}>
      <form onSubmit={submit}>
        <Stack>
          <FaultAlert fault={isAboutFields(change.error, fields) ? null : change.error} />
          {/* Password managers want to know whose password it is. */}
          <input type="text" autoComplete="username" value={account.email} readOnly hidden />
          {account.hasPassword && (
            <PasswordInput
              {...form.getInputProps('currentPassword')}
              label={texts.current}
              autoComplete="current-password"
              required
              withAsterisk={false}
            />
          )}
          <PasswordInput
            {...form.getInputProps('newPassword')}
            label={texts.next}
            description={texts.hint}
            autoComplete="new-password"
            required
            withAsterisk={false}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
              {account.hasPassword ? texts.save : texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
