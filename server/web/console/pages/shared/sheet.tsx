import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { CandidateSheet } from '../../../../modules/console/shares/contract.ts';
import { CefrBadge } from '../../components/cefr-badge.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatDecimal } from '../../components/format.ts';
import { candidateTexts } from '../../texts/candidates.ts';
import { shareTexts as words } from '../../texts/shares.ts';
import { StageBadge } from '../candidates/stage-badge.tsx';
import { formatScore } from '../matches/score.tsx';
import { VerdictBadge } from '../matches/verdict.tsx';

const { cv: cvWords, speech: speechWords } = candidateTexts;

/** A candidate on one sheet, for people who decide with others: what the CV says and how they speak. */
export function Sheet({ sheet }: { sheet: CandidateSheet }) {
  const { cv, speech } = sheet;
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <StageBadge stage={sheet.stage} standing={sheet.standing} />
        {sheet.hidesNames && (
          <Text size="sm" c="dimmed">
            {words.namesHidden}
          </Text>
        )}
      </Group>
      <Paper withBorder p="lg" component="section" aria-label={cvWords.title}>
        <Title order={2} size="h4" mb="sm">
          {cvWords.title}
        </Title>
        {cv ? <CvSummary cv={cv} /> : <Missing text={words.noCv} />}
      </Paper>
      <Paper withBorder p="lg" component="section" aria-label={speechWords.title}>
        <Title order={2} size="h4" mb="sm">
          {speechWords.title}
        </Title>
        {speech ? <SpeechSummary speech={speech} /> : <Missing text={words.noSpeech} />}
      </Paper>
    </Stack>
  );
}

function CvSummary({ cv }: { cv: NonNullable<CandidateSheet['cv']> }) {
  return (
    <Stack gap="md">
      <Text>
        <Text span fw={700} size="xl" data-figures>
          {formatScore(cv.score)}
        </Text>{' '}
        <Text span c="dimmed" size="sm">
          {cvWords.of100}
          {cv.job && ` · ${cvWords.forJob(cv.job)}`} · <DateTime value={cv.at} style="date" />
        </Text>
      </Text>
      <Text size="sm" style={{ textWrap: 'pretty' }}>
        {cv.summary}
      </Text>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {cv.requirements.map(({ name, met, quotes, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two requirements may have one name
          <li key={index} style={{ breakInside: 'avoid' }}>
            <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
              <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <VerdictBadge met={met} />
            </Group>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {quotes.length > 0 ? quotes.map((quote) => `“${quote}”`).join(' · ') : reason}
            </Text>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function SpeechSummary({ speech }: { speech: NonNullable<CandidateSheet['speech']> }) {
  return (
    <Stack gap="sm">
      <Group gap="xl">
        {(
          [
            [speechWords.overall, speech.overall, speech.cefrLevel],
            [speechWords.vocabulary, speech.vocabulary, speech.vocabularyCefr],
            [speechWords.fluency, speech.fluency, speech.fluencyCefr],
            [speechWords.accent, speech.accent, speech.accentCefr],
          ] as const
        ).map(([label, score, level]) => (
          <Stack key={label} gap={2}>
            <Text size="xs" c="dimmed" fw={550}>
              {label}
            </Text>
            <Group gap={8}>
              <Text fw={650} size="lg" data-figures>
                {score === null ? '–' : formatDecimal(score, 1)}
              </Text>
              <CefrBadge level={level} />
            </Group>
          </Stack>
        ))}
      </Group>
      <Text size="sm" c="dimmed">
        {words.scale} · <DateTime value={speech.at} style="date" />
      </Text>
    </Stack>
  );
}

const Missing = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);
