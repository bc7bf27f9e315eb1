import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { SessionAnswer, SessionPerson } from '../../../../modules/console/sign-in/contract.ts';
import { useChange } from '../../api/changes.ts';
import { sessionKey } from '../../api/queries.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { accessTexts } from '../../texts/access.ts';

interface HaveAccountProps {
  token: string;
  /** Who is invited. */
  email: string;
  /** The other person that is signed in at this browser. */
  person: SessionPerson | null;
}

/** The way for people who have an account. Whether there is one is told only after signing in with it. */
export function HaveAccount({ token, email, person }: HaveAccountProps) {
  const { welcome } = accessTexts;
  const queries = useQueryClient();
  const change = useChange();
  const signOut = useMutation({
    mutationFn: () => change('DELETE /session'),
    onSuccess: () =>
      queries.setQueryData<SessionAnswer>(sessionKey, (session) => session && { ...session, person: null }),
  });
  if (!person) {
    return (
      <Button component={Link} to="/sign-in" state={{ next: `/welcome#${token}` }} variant="default">
        {welcome.haveAccount}
      </Button>
    );
  }
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
