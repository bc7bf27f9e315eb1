import type { RunStatus } from '../../../../modules/console/contract/runs.ts';
import { StatusBadge, ToneBadge } from '../../components/status-badge.tsx';
import { runsTexts } from '../../texts/runs.ts';

interface RunStatusBadgeProps {
  status: RunStatus;
  /** Share done, 0–1, of the step under way. */
  label?: string;
}

/** The five states of a run. */
export function RunStatusBadge({ status, label = runsTexts.statuses[status] }: RunStatusBadgeProps) {
  if (status === 'partial') return <ToneBadge tone="warning">{label}</ToneBadge>;
  return <StatusBadge status={status === 'success' ? 'completed' : status} label={label} />;
}
