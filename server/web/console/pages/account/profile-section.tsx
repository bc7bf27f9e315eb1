import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { AccountAnswer, AccountChange } from '../../../../modules/console/account/contract.ts';
import { useChange } from '../../api/changes.ts';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { accountTexts } from '../../texts/account.ts';

const texts = accountTexts.profile;

export function ProfileSection({ account }: { account: AccountAnswer }) {
  const send = useChange();
  const form = useForm({ initialValues: { name: account.name } });
  const save = useMutation({
    mutationFn: (change: AccountChange) => send('PATCH /account', { body: change }),
    onSuccess: (changed) => {
      form.setInitialValues({ name: changed.name });
      form.reset();
      notifications.show({ color: 'green', message: texts.nameSaved });
    },
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  return (
    <Section title={texts.title}>
      <form onSubmit={form.onSubmit(({ name }) => save.mutate({ name: name.trim() }))}>
        <Stack>
          <FaultAlert fault={isAboutFields(save.error, ['name']) ? null : save.error} />
          <TextInput
            {...form.getInputProps('name')}
            label={texts.name}
            autoComplete="name"
            required
            withAsterisk={false}
          />
          <TextInput
            label={texts.email}
            description={texts.emailHint}
            value={account.email}
            variant="filled"
            readOnly
          />
          {account.oidcLinked && (
            <Text size="sm" c="dimmed">
              {texts.linked}
            </Text>
          )}
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={save.isPending} disabled={!form.isDirty()}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
