import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SessionAnswer, SignIn } from '../../../../modules/console/sign-in/contract.ts';
import { accessTexts } from '../../texts/access.ts';
import { ProviderButton } from './provider-button.tsx';

interface PasswordFormProps {
  isPending: boolean;
  provider: SessionAnswer['oidc'];
  /** Where single sign-on is to come back to. */
  next: string;
  onSubmit: (values: SignIn) => void;
}

/** E-mail and password, and the way to the provider. */
export function PasswordForm({ isPending, provider, next, onSubmit }: PasswordFormProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } });
  const { signIn } = accessTexts;
  return (
    <Stack gap="md">
      <form onSubmit={form.onSubmit(({ email, password }) => onSubmit({ email: email.trim(), password }))}>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('email')}
            key={form.key('email')}
            label={signIn.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordInput
            {...form.getInputProps('password')}
            key={form.key('password')}
            label={signIn.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {signIn.submit}
          </Button>
        </Stack>
      </form>
      <ProviderButton provider={provider} next={next} />
      <Text size="xs" c="dimmed">
        {signIn.forgotten}
      </Text>
    </Stack>
  );
}
