import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconBan, IconCoins } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OverviewAnswer } from '../../../../modules/console/overview/contract.ts';
import { usePerson } from '../../api/session.ts';
import { overviewTexts } from '../../texts/overview.ts';
import { daysLeftOf } from './figures.ts';

const texts = overviewTexts.notices;
/** Credits that last no longer than this are worth a word. */
const SOON_DAYS = 7;

interface NoticesProps {
  clientId: string;
  answer: OverviewAnswer;
  /** False where the first steps ask for credits. */
  isAboutCredits: boolean;
}

/** What keeps, or will soon keep, the client's programs from working. */
export function Notices({ clientId, answer, isAboutCredits }: NoticesProps) {
  const client = usePerson().clients.find(({ id }) => id === clientId);
  const { available, usedInDays } = answer.credits;
  const daysLeft = daysLeftOf({ available, used: usedInDays, inDays: answer.days.length });
  const isDisabled = client !== undefined && !client.isActive;
  const isShort = isAboutCredits && (available <= 0 || (daysLeft !== undefined && daysLeft <= SOON_DAYS));
  if (!isDisabled && !isShort) return null;
  return (
    <Stack gap="sm">
      {isDisabled && (
        <Alert color="red" icon={<IconBan aria-hidden />} title={texts.disabled}>
          <Text size="sm">{texts.disabledText}</Text>
        </Alert>
      )}
      {isShort && (
        <Alert
          color={available <= 0 ? 'red' : 'yellow'}
          icon={<IconCoins aria-hidden />}
          title={available <= 0 ? texts.noCredits : texts.fewCredits(daysLeft ?? 0)}
        >
          <Text size="sm">
            {available <= 0 ? texts.noCreditsText : texts.fewCreditsText}{' '}
            <Anchor component={Link} to={`/c/${clientId}/credits`} inherit>
              {texts.toCredits}
            </Anchor>
          </Text>
        </Alert>
      )}
    </Stack>
  );
}
