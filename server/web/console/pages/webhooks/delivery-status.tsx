import type { DeliveryStatus } from '../../../../modules/console/contract/webhooks.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';

export function DeliveryStatusBadge({ status }: { status: DeliveryStatus }) {
  return <StatusBadge status={status} label={webhookTexts.statuses[status]} size="sm" />;
}
