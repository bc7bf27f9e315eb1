import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconUserCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { RunDetail } from '../../../../modules/console/contract/runs.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { evidenceTexts } from '../../texts/evidence.ts';

type Speaker = RunDetail['rescorableSpeakers'][number];

/** "The candidate is the other speaker": offered where nothing is known against it. */
export function RescoreButton({ detail: { run, rescoring, rescorableSpeakers } }: { detail: RunDetail }) {
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
  const offered = rescorableSpeakers.filter(({ obstacle }) => obstacle === null);
  const [only] = offered;
  if (!mayCorrect || rescoring?.status === 'open' || !only) return null;
  const isOther = rescorableSpeakers.length === 1;
  return (
    <>
      {offered.length === 1 ? (
        <Button
          variant="default"
          leftSection={<IconUserCheck size={17} aria-hidden />}
          onClick={() => choose(only)}
        >
          {isOther ? evidenceTexts.otherSpeaker : evidenceTexts.isCandidate(only.label)}
        </Button>
      ) : (
        <Menu>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<IconUserCheck size={17} aria-hidden />}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {evidenceTexts.chooseCandidate}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((speaker) => (
              <Menu.Item key={speaker.id} onClick={() => choose(speaker)}>
                {evidenceTexts.isCandidate(speaker.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <ConfirmDialog
        opened={chosen !== null}
        onClose={() => choose(null)}
        title={evidenceTexts.correctTitle}
        confirmLabel={evidenceTexts.correct}
        isDestructive={false}
        onConfirm={() => correct.mutateAsync(chosen!.id)}
      >
        {chosen && evidenceTexts.correctText(chosen.label)}
      </ConfirmDialog>
    </>
  );
}
