import { useQuery } from '@tanstack/react-query';
import type { AccountAnswer, SessionList } from '../../../../modules/console/contract/account.ts';
import { get } from '../../api/client.ts';

export const accountKey = ['account'] as const;
export const sessionsKey = ['account', 'sessions'] as const;

export const useAccount = () =>
  useQuery({ queryKey: accountKey, queryFn: ({ signal }) => get<AccountAnswer>('/account', signal) });

export const useOwnSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => get<SessionList>('/account/sessions', signal) });
