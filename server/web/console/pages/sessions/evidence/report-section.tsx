import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { InterviewReport } from '../../../../../domain/interview/interview-report.ts';
import { formatDuration, formatShare } from '../../../components/format.ts';
import { Section } from '../../../components/section.tsx';
import { StatCard } from '../../../components/stat-card.tsx';
import { answersTexts } from '../../../texts/answers.ts';
import classes from './evidence.module.css';

const { report: words } = answersTexts;

interface ReportSectionProps {
  report: InterviewReport;
  durationMs: number;
}

/** What the interviewer did and did not get to, and what came in between. */
export function ReportSection({ report, durationMs }: ReportSectionProps) {
  const { plan, asked, answered, followUps, repeated, endedBy } = report;
  const disturbances = disturbancesOf(report);
  return (
    <Section title={words.title} description={words.description}>
      <Stack gap="lg">
        <Speaking {...report.speaking} />
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
          <StatCard
            label={words.length}
            value={formatDuration(durationMs)}
            note={endedBy && words.endedBy[endedBy]}
          />
          <StatCard
            label={words.asked}
            value={asked}
            note={[plan && words.ofPlan(plan.count), words.answered(answered)].filter(Boolean).join(', ')}
          />
          {plan && plan.mustAsk.count > 0 && (
            <StatCard
              label={words.mustAsk}
              value={words.mustAskDone(plan.mustAsk.asked, plan.mustAsk.count)}
            />
          )}
          <StatCard
            label={words.followUps}
            value={followUps}
            note={repeated > 0 && words.repeated(repeated)}
          />
        </SimpleGrid>
        {plan && plan.notReached.length > 0 && (
          <Lines
            title={words.notReached}
            lines={plan.notReached.map(({ text, mustAsk }) =>
              mustAsk ? `${text} (${answersTexts.byQuestion.mustAsk.toLowerCase()})` : text,
            )}
          />
        )}
        <Lines title={words.disturbances} lines={disturbances.length > 0 ? disturbances : [words.none]} />
      </Stack>
    </Section>
  );
}

function Speaking({ candidateMs, interviewerMs }: InterviewReport['speaking']) {
  const allMs = candidateMs + interviewerMs;
  if (allMs === 0) return <Text size="sm">{words.typed}</Text>;
  const candidate = formatShare(candidateMs / allMs);
  const interviewer = formatShare(interviewerMs / allMs);
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        {words.speaking}
      </Title>
      <div className={classes.shares} aria-hidden>
        <div style={{ flex: candidateMs }} />
        <div style={{ flex: interviewerMs }} />
      </div>
      <Text size="sm">
        {words.candidate(candidate, formatDuration(candidateMs))} ·{' '}
        {words.interviewer(interviewer, formatDuration(interviewerMs))}
      </Text>
    </Stack>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Stack gap={6}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  );
}

function disturbancesOf({ slowTurns, away, microphoneOff, hearingFailed, restarted }: InterviewReport) {
  return [
    slowTurns > 0 && words.slow(slowTurns),
    away.times > 0 && words.away(away.times, formatDuration(away.totalMs)),
    microphoneOff.times > 0 && words.muted(microphoneOff.times, formatDuration(microphoneOff.totalMs)),
    hearingFailed > 0 && words.hearing(hearingFailed),
    restarted > 0 && words.restarted(restarted),
  ].filter((line) => line !== false);
}
