import { IconShieldCheck } from '@tabler/icons-react';
import { ToneBadge } from '../../components/status-badge.tsx';
import { people } from '../../texts/people.ts';

export function TwoStepCell({ isOn }: { isOn: boolean }) {
  if (!isOn) return <span style={{ color: 'var(--mantine-color-dimmed)' }}>{people.off}</span>;
  return (
    <ToneBadge tone="positive" icon={IconShieldCheck}>
      {people.on}
    </ToneBadge>
  );
}
