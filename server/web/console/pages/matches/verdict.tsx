import { Badge, type MantineSize, Tooltip } from '@mantine/core';
import { type Icon, IconCheck, IconCircleHalf2, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { Met } from '../../../../domain/matching/types.ts';
import { matchTexts } from '../../texts/matches.ts';
import classes from './verdict.module.css';

export const verdictOrder = ['yes', 'partly', 'no', 'unknown'] as const satisfies readonly Met[];

export const verdictColours = {
  yes: 'green',
  partly: 'yellow',
  no: 'red',
  unknown: 'gray',
} as const satisfies Record<Met, string>;

export const verdictIcons: Record<Met, Icon> = {
  yes: IconCheck,
  partly: IconCircleHalf2,
  no: IconX,
  unknown: IconQuestionMark,
};

/** A verdict by colour, sign and word. */
export function VerdictBadge({ met, size = 'sm' }: { met: Met; size?: MantineSize }) {
  const Sign = verdictIcons[met];
  return (
    <Badge
      color={verdictColours[met]}
      size={size}
      leftSection={<Sign size={12} stroke={2.4} aria-hidden />}
      style={{ flexShrink: 0 }}
    >
      {matchTexts.verdicts[met]}
    </Badge>
  );
}

/** How many requirements got which verdict, as one bar; in words for those who point at it or hear it. */
export function VerdictBar({ verdicts }: { verdicts: Record<Met, number> }) {
  const total = verdictOrder.reduce((sum, met) => sum + verdicts[met], 0);
  const words = verdictOrder
    .filter((met) => verdicts[met] > 0)
    .map((met) => `${verdicts[met]} ${matchTexts.verdicts[met].toLowerCase()}`)
    .join(', ');
  if (total === 0) return <span>–</span>;
  return (
    <Tooltip label={words}>
      <span className={classes.bar} role="img" aria-label={words}>
        {verdictOrder.map(
          (met) =>
            verdicts[met] > 0 && (
              <span key={met} className={classes.part} data-met={met} style={{ flexGrow: verdicts[met] }} />
            ),
        )}
        <span className={classes.count} aria-hidden>
          {verdicts.yes}/{total}
        </span>
      </span>
    </Tooltip>
  );
}
