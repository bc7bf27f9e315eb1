import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockOff, IconMail } from '@tabler/icons-react';
import type { SessionDetails } from '../../../../modules/console/sessions/contract.ts';
import { DateTime } from '../../components/date-time.tsx';
import { sessionTexts } from '../../texts/sessions.ts';

const { waiting, failed } = sessionTexts;

/** An invitation that the candidate has not taken up. */
export function Waiting({
  linkExpiresAt,
  openedAt,
  declinedAt,
  startedOver,
}: Pick<SessionDetails, 'linkExpiresAt' | 'openedAt' | 'declinedAt' | 'startedOver'>) {
  if (linkExpiresAt !== null && Date.parse(linkExpiresAt) < Date.now()) {
    return (
      <Alert color="yellow" title={waiting.expiredTitle} icon={<IconClockOff aria-hidden />}>
        <Text size="sm">
          {waiting.expiredOn} <DateTime value={linkExpiresAt} />. {waiting.expiredBody}
        </Text>
      </Alert>
    );
  }
  return (
    <Alert color="blue" title={waiting.title} icon={<IconMail aria-hidden />}>
      <Text size="sm">
        {waiting.until} <DateTime value={linkExpiresAt} />.{' '}
        {openedAt === null ? (
          waiting.unopened
        ) : (
          <>
            {waiting.opened} <DateTime value={openedAt} />.
          </>
        )}{' '}
        {waiting.once}
      </Text>
      {startedOver && <Text size="sm">{waiting.startedOver[startedOver]}</Text>}
      {declinedAt && (
        <Text size="sm" fw={600}>
          {waiting.declined} <DateTime value={declinedAt} />
        </Text>
      )}
    </Alert>
  );
}

/** Why there was no interview, and what can be done. */
export function Failure({ session: { error, canBeReinvited } }: { session: SessionDetails }) {
  const advice = failed.advice[error?.code ?? ''];
  return (
    <Alert color="red" title={failed.title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap={6}>
        {error && <Text size="sm">{error.message}</Text>}
        {advice && <Text size="sm">{advice}</Text>}
        <Text size="sm">
          {failed.uncharged} {canBeReinvited ? failed.again : failed.notAgain}
        </Text>
        {error && (
          <Text size="xs" ff="monospace">
            {error.code}
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
