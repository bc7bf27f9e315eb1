import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import {
  IconHourglass,
  IconMessageCircle,
  IconMicrophoneOff,
  IconUser,
  IconWaveSine,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { SessionDetails } from '../../../../modules/console/sessions/contract.ts';
import { DateTime } from '../../components/date-time.tsx';
import { formatClock } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { sessionTexts } from '../../texts/sessions.ts';

const { live: words } = sessionTexts;

interface LiveSectionProps {
  live: NonNullable<SessionDetails['live']>;
  /** When the server told, by this machine's clock. */
  seenAtMs: number;
}

/** Who is in, how much time is left and what goes on; never what is said. */
export function LiveSection({ live: { seen, endsBy, now }, seenAtMs }: LiveSectionProps) {
  const agoMs = useNow() - seenAtMs;
  // By the server's clock, whatever this machine's says.
  const leftMs = endsBy === null ? null : Math.max(0, Date.parse(endsBy) - Date.parse(now) - agoMs);
  const who = seen.since === null ? words.nobody : seen.isHere ? words.here : words.gone;
  return (
    <Section title={words.title} description={words.description}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          <StatCard
            label={who}
            icon={IconUser}
            value={
              seen.since === null ? (
                '–'
              ) : (
                <Text span fz="lg" fw={600}>
                  {seen.isHere ? words.came : words.left} <DateTime value={seen.since} style="relative" />
                </Text>
              )
            }
          />
          <StatCard
            label={words.time}
            icon={IconHourglass}
            value={leftMs === null ? '–' : leftMs === 0 ? words.overdue : formatClock(leftMs)}
            note={words.timeNote}
          />
          <StatCard
            label={words.answers}
            icon={IconMessageCircle}
            value={seen.answers}
            note={words.answersNote}
          />
          <StatCard
            label={words.now}
            icon={IconWaveSine}
            value={
              <Text span fz="lg" fw={600}>
                {words.doings[seen.doing]}
              </Text>
            }
            note={
              seen.lastAt && (
                <>
                  {words.lastSign} <DateTime value={seen.lastAt} style="relative" />
                </>
              )
            }
          />
        </SimpleGrid>
        {seen.isMuted && (
          <Alert color="gray" icon={<IconMicrophoneOff aria-hidden />}>
            {words.muted}
          </Alert>
        )}
      </Stack>
    </Section>
  );
}

/** The present, renewed every second. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
