import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type {
  InviteAnswer,
  SessionAnswer,
  SessionPerson,
} from '../../../../modules/console/contract/session.ts';
import { useChange } from '../../api/changes.ts';
import { sessionKey } from '../../api/queries.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';
import { useAcceptInvite } from './use-accept-invite.ts';

interface JoinFormProps {
  token: string;
  invite: InviteAnswer;
  /** Whoever is signed in at this browser. */
  person: SessionPerson | null;
}

/** For people who have an account: it only gets the new role, once its owner is signed in. */
export function JoinForm({ token, invite, person }: JoinFormProps) {
  const { welcome } = accessTexts;
  const email = invite.email ?? '';
  const accept = useAcceptInvite();
  const queries = useQueryClient();
  const change = useChange();
  const signOut = useMutation({
    mutationFn: () => change('DELETE /session'),
    onSuccess: () =>
      queries.setQueryData<SessionAnswer>(sessionKey, (session) => session && { ...session, person: null }),
  });
  if (!person) {
    return (
      <Stack>
        <Text size="sm">{welcome.hasAccount(email)}</Text>
        <Button component={Link} to="/sign-in" state={{ next: `/welcome#${token}` }} size="md" fullWidth>
          {welcome.signInFirst}
        </Button>
      </Stack>
    );
  }
  if (person.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <Stack>
        <Text size="sm">{welcome.otherAccount(email, person.email)}</Text>
        <FaultAlert fault={signOut.error} />
        <Button variant="default" onClick={() => signOut.mutate()} loading={signOut.isPending}>
          {welcome.signOut}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack>
      <FaultAlert fault={accept.error} title={welcome.notDone} />
      <Button size="md" fullWidth loading={accept.isPending} onClick={() => accept.mutate({ token })}>
        {welcome.join}
      </Button>
    </Stack>
  );
}
