import { IconMail, IconMicrophone } from '@tabler/icons-react';
import type { SessionState } from '../../../../modules/console/contract/sessions.ts';
import type { Tone } from '../../components/status.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { sessionTexts } from '../../texts/sessions.ts';

const tones = {
  initiated: 'neutral',
  active: 'info',
  completed: 'positive',
  failed: 'negative',
} as const satisfies Record<SessionState, Tone>;

const icons = { initiated: IconMail, active: IconMicrophone } as const;

export const StateBadge = ({ state }: { state: SessionState }) => (
  <ToneBadge
    tone={tones[state]}
    icon={state === 'initiated' || state === 'active' ? icons[state] : undefined}
  >
    {sessionTexts.states[state]}
  </ToneBadge>
);
