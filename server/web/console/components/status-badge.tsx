import { Badge, type MantineSize } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconArchive,
  IconBan,
  IconCheck,
  IconClock,
  IconInfoCircle,
  IconLoader2,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { statusLabels } from '../texts/common.ts';
import { type Status, statusTones, type Tone, toneColours } from './status.ts';

const toneIcons: Record<Tone, Icon> = {
  positive: IconCheck,
  negative: IconX,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  neutral: IconClock,
};

const ownIcons: Partial<Record<Status, Icon>> = {
  processing: IconLoader2,
  retrying: IconLoader2,
  archived: IconArchive,
  disabled: IconBan,
  inactive: IconBan,
  revoked: IconBan,
};

interface StatusBadgeProps {
  status: Status;
  /** Instead of the state's usual name. */
  label?: ReactNode;
  size?: MantineSize;
}

/** A state by colour, sign and word. */
export function StatusBadge({ status, label, size }: StatusBadgeProps) {
  return (
    <ToneBadge tone={statusTones[status]} icon={ownIcons[status]} size={size}>
      {label ?? statusLabels[status]}
    </ToneBadge>
  );
}

interface ToneBadgeProps {
  tone: Tone;
  /** Null: no sign, where many badges stand together. */
  icon?: Icon | null | undefined;
  size?: MantineSize | undefined;
  children: ReactNode;
}

/** For what is no state of the list: any words in one of the five tones. */
export function ToneBadge({ tone, icon = toneIcons[tone], size = 'md', children }: ToneBadgeProps) {
  const Sign = icon;
  return (
    <Badge
      color={toneColours[tone]}
      size={size}
      {...(Sign && { leftSection: <Sign size={13} stroke={2.2} aria-hidden /> })}
    >
      {children}
    </Badge>
  );
}
