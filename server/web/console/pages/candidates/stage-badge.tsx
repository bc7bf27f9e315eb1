import { Group } from '@mantine/core';
import type { StageName, StandingName } from '../../../../modules/console/candidates/contract.ts';
import type { Tone } from '../../components/status.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { stageNames, standingNames } from '../../texts/candidates.ts';

const tones: Readonly<Record<StageName, Tone>> = {
  new: 'neutral',
  screening: 'info',
  interview: 'info',
  offer: 'positive',
  hired: 'positive',
};

/** How far a candidate has come, and whether that goes on. */
export const StageBadge = ({ stage, standing }: { stage: StageName; standing: StandingName }) => (
  <Group gap={6} component="span" wrap="nowrap">
    <ToneBadge tone={standing === 'active' ? tones[stage] : 'neutral'} icon={null}>
      {stageNames[stage]}
    </ToneBadge>
    {standing !== 'active' && (
      <ToneBadge tone={standing === 'rejected' ? 'negative' : 'warning'}>{standingNames[standing]}</ToneBadge>
    )}
  </Group>
);
