import { SimpleGrid, Text } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconCircleCheck,
  IconClock,
  IconCoins,
  IconPlayerPlay,
  IconStack2,
} from '@tabler/icons-react';
import type { OverviewAnswer } from '../../../../modules/console/overview/contract.ts';
import { formatCount, formatDuration, formatShare } from '../../components/format.ts';
import { StatCard } from '../../components/stat-card.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { sumsOf } from './figures.ts';

const words = overviewTexts.checkWords;

/** The six figures of a client, in the order in which people ask for them. */
export function ClientFigures({ answer }: { answer: OverviewAnswer | undefined }) {
  const sums = answer && sumsOf(answer.days);
  const speech = answer?.services.speech;
  const cv = answer?.services.cv_deepmatch;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, xl: 6 }}>
      <StatCard
        label={overviewTexts.today}
        icon={IconPlayerPlay}
        value={answer && formatCount(Object.values(answer.today).reduce((all, count) => all + count, 0))}
        note={
          answer &&
          overviewTexts.todayNote(
            formatCount(answer.today.success + answer.today.partial),
            formatCount(answer.today.failed),
          )
        }
      />
      <StatCard
        label={overviewTexts.queue}
        icon={IconStack2}
        value={answer && formatCount(answer.queue.processing)}
        note={answer && overviewTexts.queueNote(formatCount(answer.queue.queued), answer.queue.slots)}
      />
      <StatCard
        label={overviewTexts.successRate}
        icon={IconCircleCheck}
        value={sums && (sums.successShare === undefined ? '–' : formatShare(sums.successShare))}
        note={
          sums &&
          (sums.ended === 0 ? overviewTexts.noneEnded : overviewTexts.successNote(formatCount(sums.ended)))
        }
      />
      <StatCard
        label={overviewTexts.median}
        icon={IconClock}
        value={speech && <Shorter>{duration(speech.medianProcessingMs)}</Shorter>}
        note={
          cv &&
          (cv.medianProcessingMs === null && speech?.medianProcessingMs === null
            ? overviewTexts.noMedian
            : overviewTexts.medianNote(duration(cv.medianProcessingMs)))
        }
      />
      <StatCard
        label={overviewTexts.credits}
        icon={IconCoins}
        value={answer && formatCount(answer.credits.available)}
        note={answer && overviewTexts.creditsNote(formatCount(answer.credits.usedInDays))}
      />
      <StatCard
        label={overviewTexts.health}
        icon={IconActivityHeartbeat}
        value={
          answer && (
            <Shorter>
              {answer.health.status === 'healthy' ? overviewTexts.healthy : overviewTexts.notHealthy}
            </Shorter>
          )
        }
        note={
          answer &&
          overviewTexts.healthNote(
            words[answer.health.worker] ?? answer.health.worker,
            words[answer.health.recogniser] ?? answer.health.recogniser,
          )
        }
      />
    </SimpleGrid>
  );
}

const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms));

/** Words and spans of time need more room than numbers. */
function Shorter({ children }: { children: string }) {
  return (
    <Text inherit span fz={children.length > 6 ? 21 : 26} style={{ whiteSpace: 'nowrap' }}>
      {children}
    </Text>
  );
}
