import { Button, Stack } from '@mantine/core';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';
import { useAcceptInvite } from './use-accept-invite.ts';

/** For a person signed in with the invited address: the account only gets the new role. */
export function JoinForm({ token }: { token: string }) {
  const { welcome } = accessTexts;
  const accept = useAcceptInvite();
  return (
    <Stack>
      <FaultAlert fault={accept.error} title={welcome.notDone} />
      <Button size="md" fullWidth loading={accept.isPending} onClick={() => accept.mutate({ token })}>
        {welcome.join}
      </Button>
    </Stack>
  );
}
