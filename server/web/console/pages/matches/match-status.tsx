import type { MatchStatus } from '../../../../modules/console/contract/matches.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { matchTexts } from '../../texts/matches.ts';

const statuses = {
  queued: 'queued',
  processing: 'processing',
  finished: 'completed',
  failed: 'failed',
} as const satisfies Record<MatchStatus, string>;

export function MatchStatusBadge({ status }: { status: MatchStatus }) {
  return <StatusBadge status={statuses[status]} label={matchTexts.status[status]} size="sm" />;
}
