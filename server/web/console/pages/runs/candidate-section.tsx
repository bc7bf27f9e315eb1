import { Alert, Badge, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle, IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TranscriptSpeaker } from '../../../../domain/transcript/segments.ts';
import type { FinishedAnswer, RescoringState, RunDetail } from '../../../../modules/console/contract/runs.ts';
import { post } from '../../api/client.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatClock, formatCount, formatShare } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';
import { speakerName } from './player/speaker-name.ts';
import { runKey } from './run-queries.ts';

interface CandidateSectionProps {
  detail: RunDetail;
  answer: FinishedAnswer;
}

/** Who was taken for the candidate and why, and the way to say that it is somebody else. */
export function CandidateSection({
  detail,
  answer: { candidateDetection: found, transcript },
}: CandidateSectionProps) {
  const speakers = transcript?.speakers ?? [];
  const { rescoring, rescoringObstacle, earlierResults } = detail;
  const others = speakers.filter(({ id, wordCount }) => id !== found?.speaker && wordCount > 0);
  const mayCorrect = useMay('POST /clients/:clientId/runs/:runId/candidate');
  return (
    <Section
      title={evidenceTexts.candidate}
      actions={
        mayCorrect &&
        rescoring?.status !== 'open' &&
        !rescoringObstacle &&
        others.map((speaker) => (
          <CorrectButton
            key={speaker.id}
            runId={detail.run.id}
            speaker={speaker}
            isOnlyOther={others.length === 1}
          />
        ))
      }
    >
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
        {mayCorrect && rescoringObstacle && others.length > 0 && (
          <Text size="xs" c="dimmed">
            {evidenceTexts.cannotCorrect} {rescoringObstacle}
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

interface CorrectButtonProps {
  runId: string;
  speaker: TranscriptSpeaker;
  isOnlyOther: boolean;
}

function CorrectButton({ runId, speaker, isOnlyOther }: CorrectButtonProps) {
  const clientId = useClientId();
  const queries = useQueryClient();
  const correct = useMutation({
    mutationFn: () =>
      post<RescoringState>(`/clients/${clientId}/runs/${runId}/candidate`, { speaker: speaker.id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: runKey(clientId, runId) }),
  });
  return (
    <ConfirmButton
      label={isOnlyOther ? evidenceTexts.otherSpeaker : evidenceTexts.isCandidate(speaker.label)}
      title={evidenceTexts.correctTitle}
      confirmLabel={evidenceTexts.correct}
      isDestructive={false}
      buttonProps={{ size: 'xs' }}
      onConfirm={() => correct.mutateAsync()}
    >
      {evidenceTexts.correctText(speaker.label)}
    </ConfirmButton>
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
