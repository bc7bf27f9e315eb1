import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import type { TotpBegin, TotpProof } from '../../../../modules/console/account/contract.ts';
import { useChange } from '../../api/changes.ts';
import { accountTexts } from '../../texts/account.ts';

export function useBeginTotp() {
  const change = useChange();
  return useMutation({ mutationFn: (proof: TotpBegin) => change('POST /account/totp', { body: proof }) });
}

export function useConfirmTotp(onDone: (codes: string[]) => void) {
  const change = useChange();
  return useMutation({
    mutationFn: (proof: TotpProof) => change('POST /account/totp/confirm', { body: proof }),
    onSuccess: ({ codes }) => {
      notifications.show({ color: 'green', message: accountTexts.totp.enabled });
      onDone(codes);
    },
  });
}

export function useDisableTotp(onDone: () => void) {
  const change = useChange();
  return useMutation({
    mutationFn: (proof: TotpProof) => change('DELETE /account/totp', { body: proof }),
    onSuccess: () => {
      notifications.show({ message: accountTexts.totp.disabled });
      onDone();
    },
  });
}

export function useRenewRecoveryCodes(onDone: (codes: string[]) => void) {
  const change = useChange();
  return useMutation({
    mutationFn: (proof: TotpProof) => change('POST /account/recovery-codes', { body: proof }),
    onSuccess: ({ codes }) => onDone(codes),
  });
}
