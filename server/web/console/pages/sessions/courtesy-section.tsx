import { SimpleGrid } from '@mantine/core';
import type { CourtesyReport, Spread } from '../../../../domain/interview/courtesy.ts';
import { formatDecimal } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { sessionTexts } from '../../texts/sessions.ts';

const { courtesy: words } = sessionTexts;

const inSeconds = (ms: number) => formatDecimal(ms / 1000, 1);

/** How well the interviewer kept its turns. */
export function CourtesySection({ report }: { report: CourtesyReport }) {
  const times = (label: string, spread: Spread | null) => (
    <StatCard
      label={label}
      value={spread ? words.seconds(inSeconds(spread.p50Ms)) : words.none}
      note={spread && words.slow(inSeconds(spread.p95Ms), spread.count)}
    />
  );
  const { falseCutOffs, turns, interruptions, stopping } = report;
  return (
    <Section title={words.title} description={words.description}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <StatCard label={words.falseCutOffs} value={falseCutOffs} note={words.ofTurns(turns)} />
        {times(words.responses, report.responses)}
        {times(words.deadAir, report.deadAir)}
        <StatCard
          label={words.interruptions}
          value={interruptions}
          note={stopping ? words.stopped(inSeconds(stopping.p50Ms)) : words.never}
        />
      </SimpleGrid>
    </Section>
  );
}
