import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import type { SignIn } from '../../../../modules/console/sign-in/contract.ts';
import { useChange } from '../../api/changes.ts';
import { ApiFault } from '../../api/client.ts';
import { changePerson } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';
import { AccessFrame } from './access-frame.tsx';
import { nextPage } from './next-page.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Sign-in by password, with a second factor where the account has one, or through the installation's provider. */
export function SignInPage() {
  const session = useSession();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const { state } = useLocation() as { state: { next?: string } | null };
  const [known, setKnown] = useState<Pick<SignIn, 'email' | 'password'>>();
  const next = nextPage(state?.next ?? search.get('next'));

  const change = useChange();
  const signIn = useMutation({
    mutationFn: (attempt: SignIn) => change('POST /session', { body: attempt }),
    onSuccess: (answer) => changePerson(queries, answer),
    onError: (fault, { email, password }) => {
      if (asksForSecondFactor(fault)) setKnown({ email, password });
    },
  });

  if (session.data?.person) return <Navigate to={next} replace />;
  const fault = asksForSecondFactor(signIn.error) ? null : signIn.error;
  if (known) {
    return (
      <SecondFactorForm
        isPending={signIn.isPending}
        fault={fault}
        onSubmit={(factor) => signIn.mutate({ ...known, ...factor })}
        onBack={() => {
          setKnown(undefined);
          signIn.reset();
        }}
      />
    );
  }
  const providerFault = search.get('fault');
  const { signIn: texts, providerFaults } = accessTexts;
  return (
    <AccessFrame title={texts.title} description={texts.description}>
      {session.data && !session.data.isSetUp && (
        <Alert icon={<IconInfoCircle aria-hidden />} title={texts.notSetUp} mb="md">
          {texts.notSetUpText}
        </Alert>
      )}
      {providerFault && !fault && (
        <FaultAlert
          fault={providerFaults[providerFault] ?? providerFaults.failed}
          title={texts.refused}
          mb="md"
        />
      )}
      <FaultAlert fault={fault ?? (session.data ? null : session.error)} title={texts.refused} mb="md" />
      <PasswordForm
        isPending={signIn.isPending}
        provider={session.data?.oidc ?? null}
        next={next}
        onSubmit={signIn.mutate}
      />
    </AccessFrame>
  );
}

const asksForSecondFactor = (fault: unknown) =>
  fault instanceof ApiFault && fault.code === 'SECOND_FACTOR_NEEDED';
