import { Paper, Progress, Stack, Stepper, Text, Title } from '@mantine/core';
import type { MatchDetails } from '../../../../modules/console/matches/contract.ts';
import { useClientId } from '../../api/session.ts';
import { matchTexts } from '../../texts/matches.ts';
import { matchStepTitles } from '../../texts/steps.ts';
import { useMatchEvents } from './use-match-events.ts';

const { match: words } = matchTexts;
const titles = Object.values(matchStepTitles);

/** A match that is not finished: which step it is at, live. */
export function MatchProgress({ match }: { match: MatchDetails }) {
  const event = useMatchEvents(useClientId(), match.id, true);
  const status = event?.status ?? match.status;
  const progress = event ? event.progress : match.progress;
  const isQueued = status === 'queued';
  const step = status === 'finished' ? titles.length : (progress?.step ?? 0);
  return (
    <Paper withBorder p="xl" role="status">
      <Stack gap="lg" maw={560} mx="auto">
        <div>
          <Title order={2}>{isQueued ? words.queued : words.processing}</Title>
          {isQueued && event?.queuePosition && (
            <Text c="dimmed" size="sm">
              {words.queuedAt(event.queuePosition)}
            </Text>
          )}
        </div>
        <Progress
          value={(100 * Math.max(0, step - 0.5)) / titles.length}
          animated={!isQueued}
          aria-label={words.processing}
        />
        <Stepper
          active={step - 1}
          orientation="vertical"
          size="sm"
          allowNextStepsSelect={false}
          styles={{ stepBody: { marginTop: 7 } }}
        >
          {titles.map((label) => (
            <Stepper.Step
              key={label}
              label={label}
              loading={progress !== null && titles[step - 1] === label}
            />
          ))}
        </Stepper>
      </Stack>
    </Paper>
  );
}
