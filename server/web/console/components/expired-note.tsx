import { Alert } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import type { ExpiredPart, RetentionKind } from '../../../modules/console/retention/contract.ts';
import { expiredTexts } from '../texts/retention.ts';
import { DateTime } from './date-time.tsx';

interface ExpiredNoteProps {
  expired: readonly ExpiredPart[];
  /** Those that are missing here; all when absent. */
  kinds?: readonly RetentionKind[];
}

/** Says that something is missing because the time that it is kept was over; nothing where nothing is. */
export function ExpiredNote({ expired, kinds }: ExpiredNoteProps) {
  const shown = expired.filter(({ kind }) => !kinds || kinds.includes(kind));
  if (shown.length === 0) return null;
  return (
    <Alert color="gray" icon={<IconClockOff aria-hidden />}>
      {shown.map(({ kind, deletedAt, days }) => (
        <div key={kind}>
          {expiredTexts[kind]} {expiredTexts.on} <DateTime value={deletedAt} style="date" />,{' '}
          {expiredTexts.because(days)}
        </div>
      ))}
    </Alert>
  );
}
