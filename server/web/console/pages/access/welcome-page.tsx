import { Alert, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { ApiFault } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { useSession } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';
import { shell } from '../../texts/shell.ts';
import { AcceptForm } from './accept-form.tsx';
import { AccessFrame } from './access-frame.tsx';
import { HaveAccount } from './have-account.tsx';
import { JoinForm } from './join-form.tsx';

const { welcome } = accessTexts;

/** Where set-up, invitation and reset links lead. The token is in the fragment, which no server is ever sent. */
export function WelcomePage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  const session = useSession();
  const invite = useQuery({
    ...reading('POST /invites/check', { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isUnknown =
    token === '' || (invite.error instanceof ApiFault && [400, 404].includes(invite.error.status));

  if (isUnknown) {
    return (
      <AccessFrame title={welcome.invalidTitle}>
        <Stack align="flex-start">
          <Alert color="yellow" icon={<IconLinkOff aria-hidden />}>
            {welcome.invalidText}
          </Alert>
          <Button component={Link} to="/sign-in" variant="default">
            {welcome.toSignIn}
          </Button>
        </Stack>
      </AccessFrame>
    );
  }
  if (!invite.data || session.isPending) {
    return (
      <AccessFrame title={welcome.tab}>
        <FaultAlert fault={invite.error} onRetry={() => invite.refetch()} />
        {!invite.error && (
          <Stack>
            <VisuallyHidden role="status">{welcome.checking}</VisuallyHidden>
            <Skeleton height={36} />
            <Skeleton height={36} />
            <Skeleton height={42} />
          </Stack>
        )}
      </AccessFrame>
    );
  }
  const { purpose, client, hasAccount } = invite.data;
  const description =
    purpose === 'member'
      ? welcome.texts.member(client?.name ?? '', client ? shell.roles[client.role] : '')
      : welcome.texts[purpose];
  return (
    <AccessFrame title={welcome.titles[purpose]} description={description}>
      {hasAccount && purpose !== 'reset' ? (
        <JoinForm token={token} />
      ) : (
        <Stack>
          <AcceptForm token={token} invite={invite.data} provider={session.data?.oidc ?? null} />
          {invite.data.email !== null && purpose !== 'reset' && (
            <HaveAccount token={token} email={invite.data.email} person={session.data?.person ?? null} />
          )}
        </Stack>
      )}
    </AccessFrame>
  );
}
