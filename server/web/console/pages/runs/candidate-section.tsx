import { Alert, Badge, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle, IconUserCheck } from '@tabler/icons-react';
import type { TranscriptSpeaker } from '../../../../domain/transcript/segments.ts';
import type { FinishedRun, RunDetail } from '../../../../modules/console/runs/contract.ts';
import { useMay } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { formatClock, formatCount, formatShare } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';
import { speakerName } from './player/speaker-name.ts';

interface CandidateSectionProps {
  detail: RunDetail;
  answer: FinishedRun;
}

/** Who was taken for the candidate and why, and the way to say that it is another voice. */
export function CandidateSection({
  detail,
  answer: { candidateDetection: found, transcript },
}: CandidateSectionProps) {
  const speakers = transcript?.speakers ?? [];
  const { rescoring, rescoringObstacle, rescorableSpeakers, earlierResults } = detail;
  const hasOthers = speakers.some(({ id, wordCount }) => id !== found?.speaker && wordCount > 0);
  const obstacles = rescoringObstacle
    ? [rescoringObstacle]
    : rescorableSpeakers.flatMap(({ obstacle }) => obstacle ?? []);
  const mayCorrect = useMay('POST /clients/:clientId/runs/:runId/candidate');
  return (
    <Section title={evidenceTexts.candidate}>
      <Stack gap="sm">
        {found ? (
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <Badge
              color={{ high: 'green', medium: 'yellow', low: 'orange' }[found.confidence]}
              leftSection={<IconUserCheck size={13} aria-hidden />}
              miw="max-content"
            >
              {evidenceTexts.candidateConfidence[found.confidence]}
            </Badge>
            <Text size="sm" maw="46rem">
              {found.reason}
            </Text>
          </Group>
        ) : (
          <Text size="sm">{evidenceTexts.nobody}</Text>
        )}
        {speakers.length > 0 && <SpeakersTable speakers={speakers} />}
        {rescoring?.status === 'failed' && rescoring.error && (
          <Alert color="red" title={evidenceTexts.correctionFailed}>
            {rescoring.error.message}
          </Alert>
        )}
        {mayCorrect && hasOthers && obstacles.length > 0 && (
          <Text size="xs" c="dimmed">
            {evidenceTexts.cannotCorrect} {obstacles.join(' ')}
          </Text>
        )}
        {earlierResults.map(({ version, replacedAt }) => (
          <Group key={version} gap={6} c="dimmed">
            <IconInfoCircle size={15} aria-hidden />
            <Text size="xs">
              {evidenceTexts.replaced} <DateTime value={replacedAt} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function SpeakersTable({ speakers }: { speakers: readonly TranscriptSpeaker[] }) {
  const spokenMs = Math.max(
    1,
    speakers.reduce((sum, { speakingMs }) => sum + speakingMs, 0),
  );
  return (
    <Table.ScrollContainer minWidth={380} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing={6} aria-label={evidenceTexts.speaker}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{evidenceTexts.speaker}</Table.Th>
            <Table.Th>{evidenceTexts.role}</Table.Th>
            <Table.Th>{evidenceTexts.share}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.speaking}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.words}</Table.Th>
            <Table.Th ta="end">{evidenceTexts.turns}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {speakers.map((speaker) => {
            const share = speaker.speakingMs / spokenMs;
            return (
              <Table.Tr key={speaker.id}>
                <Table.Th scope="row" fw={550}>
                  {speaker.label}
                </Table.Th>
                <Table.Td>{speakerName(speaker)}</Table.Td>
                <Table.Td>
                  <Group gap={8} wrap="nowrap">
                    <Progress
                      value={100 * share}
                      size="sm"
                      w={80}
                      aria-label={evidenceTexts.share}
                      color="gray"
                    />
                    <Text size="xs" c="dimmed">
                      {formatShare(share)}
                    </Text>
                  </Group>
                </Table.Td>
                <Table.Td ta="end">{formatClock(speaker.speakingMs)}</Table.Td>
                <Table.Td ta="end">{formatCount(speaker.wordCount)}</Table.Td>
                <Table.Td ta="end">{speaker.turnCount}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
