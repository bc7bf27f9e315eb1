import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { AcceptInvite, SessionAnswer } from '../../../../modules/console/contract/session.ts';
import { post } from '../../api/client.ts';
import { changePerson } from '../../api/queries.ts';

/** Uses a link up. It signs in; the next page is the start page, and the token leaves the address. */
export function useAcceptInvite() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (answer: AcceptInvite) => post<SessionAnswer>('/invites/accept', answer),
    onSuccess: (session) => {
      navigate('/', { replace: true });
      changePerson(queries, session);
    },
  });
}
