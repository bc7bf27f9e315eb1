import { useQuery } from '@tanstack/react-query';
import { reading } from '../../../api/reads.ts';
import { useClientId } from '../../../api/session.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { matchTexts } from '../../../texts/matches.ts';

const { spend: words } = matchTexts;

interface SpendDialogProps {
  /** Files that would be matched. */
  count: number;
  /** Files that cannot be. */
  leftOut: number;
  /** Credits for each. */
  price: number;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before CVs are matched: how many, what they cost, and what will be left. */
export function SpendDialog({ count, leftOut, price, onConfirm, onClose }: SpendDialogProps) {
  const clientId = useClientId();
  const { data, error } = useQuery({
    ...reading('GET /clients/:clientId/credits', { params: { clientId }, query: { limit: 1 } }),
    staleTime: 0,
  });
  const cost = count * price;
  const isEnough = data !== undefined && data.available >= cost;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.title(count)}
      confirmLabel={words.confirm(count)}
      isDestructive={false}
      mayConfirm={isEnough}
      onConfirm={async () => onConfirm()}
    >
      <p data-spend>{words.cost(count, cost, price)}</p>
      {data && (
        <p data-left={isEnough}>
          {isEnough
            ? words.left(data.available, data.available - cost)
            : words.tooFew(data.available, Math.max(0, Math.floor(data.available / price)))}
        </p>
      )}
      <FaultAlert fault={error} />
      {leftOut > 0 && <p>{words.leftOut(leftOut)}</p>}
      <p>{words.known}</p>
    </ConfirmDialog>
  );
}
