import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  RecoveryCodes,
  TotpBegin,
  TotpBegun,
  TotpProof,
} from '../../../../modules/console/contract/account.ts';
import { call, post } from '../../api/client.ts';
import { sessionKey } from '../../api/queries.ts';
import { accountTexts } from '../../texts/account.ts';
import { accountKey } from './account-queries.ts';

export const useBeginTotp = () =>
  useMutation({ mutationFn: (proof: TotpBegin) => post<TotpBegun>('/account/totp', proof) });

export function useConfirmTotp(onDone: (codes: string[]) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (proof: TotpProof) => post<RecoveryCodes>('/account/totp/confirm', proof),
    onSuccess: ({ codes }) => {
      notifications.show({ color: 'green', message: accountTexts.totp.enabled });
      onDone(codes);
      return refresh();
    },
  });
}

export function useDisableTotp(onDone: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (proof: TotpProof) => call<unknown>('DELETE', '/account/totp', proof),
    onSuccess: () => {
      notifications.show({ message: accountTexts.totp.disabled });
      onDone();
      return refresh();
    },
  });
}

export function useRenewRecoveryCodes(onDone: (codes: string[]) => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (proof: TotpProof) => post<RecoveryCodes>('/account/recovery-codes', proof),
    onSuccess: ({ codes }) => {
      onDone(codes);
      return refresh();
    },
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: accountKey }),
      queries.invalidateQueries({ queryKey: sessionKey }),
    ]);
}
