import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type {
  AcceptInvite,
  InviteAnswer,
  SessionAnswer,
} from '../../../../modules/console/sign-in/contract.ts';
import { ApiFault } from '../../api/client.ts';
import { CodeInput } from '../../components/code-input.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';
import { ProviderButton } from './provider-button.tsx';
import { useAcceptInvite } from './use-accept-invite.ts';

interface AcceptFormProps {
  token: string;
  invite: InviteAnswer;
  /** A person invited by e-mail may sign in by single sign-on instead. */
  provider: SessionAnswer['oidc'];
}

/** Name and password of a new person; for a reset the password only, with the second factor where there is one. */
export function AcceptForm({ token, invite, provider }: AcceptFormProps) {
  const { welcome, secondFactor } = accessTexts;
  const isReset = invite.purpose === 'reset';
  const accept = useAcceptInvite();
  const form = useForm({
    initialValues: { email: invite.email ?? '', name: invite.name ?? '', password: '', code: '' },
  });
  const submit = form.onSubmit(({ email, name, password, code }) => {
    const answer: AcceptInvite = {
      token,
      password,
      ...(!isReset && { name: name.trim() }),
      ...(invite.email === null && { email: email.trim() }),
      ...(code !== '' &&
        (/^\d{6}$/.test(code.trim()) ? { code: code.trim() } : { recoveryCode: code.trim() })),
    };
    accept.mutate(answer, { onError: (fault) => form.setErrors(faultFields(fault)) });
  });
  const needsFactor = accept.error instanceof ApiFault && accept.error.code === 'SECOND_FACTOR_NEEDED';
  const isSaid = needsFactor || isAboutFields(accept.error, Object.keys(form.values));
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <FaultAlert fault={isSaid ? null : accept.error} title={welcome.notDone} />
        <TextInput
          {...form.getInputProps('email')}
          label={welcome.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          readOnly={invite.email !== null}
          {...(invite.email !== null && { variant: 'filled' })}
        />
        {!isReset && (
          <TextInput
            {...form.getInputProps('name')}
            label={welcome.name}
            name="name"
            autoComplete="name"
            required
            withAsterisk={false}
          />
        )}
        <PasswordInput
          {...form.getInputProps('password')}
          label={isReset ? welcome.newPassword : welcome.password}
          description={welcome.passwordHint}
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        {(needsFactor || form.values.code !== '') && (
          <CodeInput
            label={`${secondFactor.code} / ${secondFactor.recoveryCode}`}
            description={secondFactor.description}
            isRecovery
            value={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            error={form.errors.code}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={accept.isPending}>
          {isReset ? welcome.setPassword : welcome.create}
        </Button>
        {!isReset && invite.email !== null && <ProviderButton provider={provider} next="/" />}
        <Text size="xs" c="dimmed">
          {welcome.expires} <DateTime value={invite.expiresAt} />
        </Text>
      </Stack>
    </form>
  );
}
