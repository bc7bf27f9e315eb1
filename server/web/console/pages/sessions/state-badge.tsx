import { Badge, Group } from '@mantine/core';
import { IconMail, IconMicrophone } from '@tabler/icons-react';
import type { SessionRow, SessionState } from '../../../../modules/console/sessions/contract.ts';
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

/** The state, and what else has to be known of a session before it is compared with others. */
export const SessionBadges = ({
  session: { state, declinedAt, slowTurns },
}: {
  session: Pick<SessionRow, 'state' | 'declinedAt' | 'slowTurns'>;
}) => (
  <Group gap={6} component="span">
    <StateBadge state={state} />
    {declinedAt && (
      <Badge color="yellow" title={sessionTexts.marks.declinedHint}>
        {sessionTexts.marks.declined}
      </Badge>
    )}
    {slowTurns > 0 && (
      <Badge color="yellow" title={sessionTexts.marks.slowHint(slowTurns)}>
        {sessionTexts.marks.slow}
      </Badge>
    )}
  </Group>
);
