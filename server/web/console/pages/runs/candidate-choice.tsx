import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconChevronDown, IconUserCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunDetail } from '../../../../modules/console/runs/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';

type Speaker = RunDetail['rescorableSpeakers'][number];

/** Who is scored as the candidate, and the choice of another voice; nothing where there is no other. */
export function CandidateChoice({
  detail: { run, rescoring, rescorableSpeakers, answer },
}: {
  detail: RunDetail;
}) {
  const clientId = useClientId();
  const change = useChange();
  const mayCorrect = useMay('POST /clients/:clientId/runs/:runId/candidate');
  const [chosen, choose] = useState<Speaker | null>(null);
  const correct = useMutation({
    mutationFn: (speaker: string) =>
      change('POST /clients/:clientId/runs/:runId/candidate', {
        params: { clientId, runId: run.id },
        body: { speaker },
      }),
  });
  const canChoose = rescorableSpeakers.some(({ obstacle }) => obstacle === null);
  if (!mayCorrect || rescoring?.status === 'open' || !canChoose) return null;
  const now = 'candidateDetection' in answer ? answer.candidateDetection?.speakerLabel : undefined;
  return (
    <>
      <Menu width={260}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconUserCheck size={17} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {evidenceTexts.candidateIs(now ?? evidenceTexts.nobodyYet)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{evidenceTexts.whoIsCandidate}</Menu.Label>
          {now && (
            <Menu.Item disabled rightSection={<IconCheck size={16} aria-hidden />}>
              {evidenceTexts.isNow(now)}
            </Menu.Item>
          )}
          {rescorableSpeakers.map((speaker) => (
            <Menu.Item key={speaker.id} disabled={speaker.obstacle !== null} onClick={() => choose(speaker)}>
              {speaker.label}
              {speaker.obstacle && (
                <Text size="xs" c="dimmed">
                  {speaker.obstacle}
                </Text>
              )}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={chosen !== null}
        onClose={() => choose(null)}
        title={evidenceTexts.correctTitle(chosen?.label ?? '')}
        confirmLabel={evidenceTexts.correct}
        isDestructive={false}
        onConfirm={() => correct.mutateAsync(chosen!.id)}
      >
        {chosen && evidenceTexts.correctText(chosen.label)}
      </ConfirmDialog>
    </>
  );
}
