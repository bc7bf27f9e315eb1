import { Badge, type MantineSize, Tooltip } from '@mantine/core';
import { cefrMeaning } from '../texts/common.ts';

const colours = { A: 'orange', B: 'blue', C: 'teal' } as const;

type Level = keyof typeof cefrMeaning;

interface CefrBadgeProps {
  /** "B2"; null where there was too little to measure. */
  level: string | null | undefined;
  size?: MantineSize;
  /** Adds the meaning in words behind the level. */
  withMeaning?: boolean;
}

/** A level of the Common European Framework, with its meaning on hover. */
export function CefrBadge({ level, size = 'md', withMeaning = false }: CefrBadgeProps) {
  if (!level) return <span>–</span>;
  const meaning = cefrMeaning[level as Level] as string | undefined;
  const badge = (
    <Badge
      color={colours[level.charAt(0) as keyof typeof colours] ?? 'gray'}
      variant={level.endsWith('2') ? 'filled' : 'light'}
      size={size}
      miw="max-content"
    >
      {withMeaning && meaning ? `${level} · ${meaning}` : level}
    </Badge>
  );
  return meaning && !withMeaning ? <Tooltip label={meaning}>{badge}</Tooltip> : badge;
}
