import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { AcceptInvite } from '../../../../modules/console/sign-in/contract.ts';
import { useChange } from '../../api/changes.ts';
import { changePerson } from '../../api/queries.ts';

/** Uses a link up. It signs in; the next page is the start page, and the token leaves the address. */
export function useAcceptInvite() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useChange();
  return useMutation({
    mutationFn: (answer: AcceptInvite) => change('POST /invites/accept', { body: answer }),
    onSuccess: (session) => {
      navigate('/', { replace: true });
      changePerson(queries, session);
    },
  });
}
