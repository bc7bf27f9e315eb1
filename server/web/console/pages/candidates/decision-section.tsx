import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowRight, IconPlayerPause, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { stages } from '../../../../domain/candidates/decisions.ts';
import type {
  CandidateDecision,
  CandidateDetails,
  StageName,
} from '../../../../modules/console/candidates/contract.ts';
import { useMay } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Section } from '../../components/section.tsx';
import { candidateTexts, stageNames } from '../../texts/candidates.ts';
import { useDecisions } from './use-candidate.ts';

const { decision: words } = candidateTexts;

interface DecisionSectionProps {
  candidate: CandidateDetails;
  /** Another reviewer was faster: the newest state is wanted. */
  onChanged: () => void;
}

/** Who goes on, who waits, who is rejected. */
export function DecisionSection({ candidate, onChanged }: DecisionSectionProps) {
  const mayDecide = useMay('POST /clients/:clientId/candidates/:candidateId/decisions');
  const { decide, undo } = useDecisions(candidate, onChanged);
  const [isRejecting, rejecting] = useDisclosure();
  const { decisions } = candidate;
  const last = decisions.find(({ undone }) => undone === null);
  const isBusy = decide.isPending || undo.isPending;
  const act = (work: () => void) => {
    decide.reset();
    undo.reset();
    work();
  };
  return (
    <Section title={words.title}>
      <Stack gap="sm">
        <FaultAlert fault={decide.error ?? undo.error} title={words.changed} />
        {mayDecide ? (
          <DecisionButtons
            candidate={candidate}
            isBusy={isBusy}
            onDecide={(order) => act(() => decide.mutate(order))}
            onReject={rejecting.open}
          />
        ) : (
          <Text size="sm" c="dimmed">
            {words.readOnly}
          </Text>
        )}
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {last ? (
              <>
                {sentenceOf(last)} · {last.author} · <DateTime value={last.createdAt} style="relative" />
              </>
            ) : (
              words.none
            )}
          </Text>
          {last && mayDecide && (
            <Button
              variant="subtle"
              size="compact-sm"
              flex="none"
              disabled={isBusy}
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => act(() => undo.mutate())}
            >
              {words.undo}
            </Button>
          )}
        </Group>
      </Stack>
      {isRejecting && (
        <RejectDialog
          isPending={decide.isPending}
          fault={decide.error}
          onClose={rejecting.close}
          onReject={(reason) => decide.mutate({ kind: 'reject', reason }, { onSuccess: rejecting.close })}
        />
      )}
    </Section>
  );
}

interface DecisionButtonsProps {
  candidate: Pick<CandidateDetails, 'stage' | 'standing'>;
  isBusy: boolean;
  onDecide: (order: Parameters<ReturnType<typeof useDecisions>['decide']['mutate']>[0]) => void;
  onReject: () => void;
}

function DecisionButtons({
  candidate: { stage, standing },
  isBusy,
  onDecide,
  onReject,
}: DecisionButtonsProps) {
  const next = stages[stages.indexOf(stage) + 1] ?? null;
  return (
    <>
      <NativeSelect
        label={words.moveTo}
        value={stage}
        disabled={isBusy}
        onChange={(event) => {
          const chosen = event.currentTarget.value as StageName;
          onDecide({ kind: 'move', stage: chosen });
        }}
        data={stages.map((value) => ({ value, label: stageNames[value] }))}
      />
      {(next !== null || standing !== 'active') && (
        <Button
          fullWidth
          disabled={isBusy}
          leftSection={<IconArrowRight size={16} aria-hidden />}
          onClick={() => onDecide({ kind: 'advance' })}
        >
          {standing === 'active' ? words.advance(next) : words.resume}
        </Button>
      )}
      <Group grow gap="xs">
        <Button
          variant="default"
          disabled={isBusy || standing === 'hold'}
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          onClick={() => onDecide({ kind: 'hold' })}
        >
          {words.hold}
        </Button>
        <Button
          variant="default"
          color="red"
          disabled={isBusy || standing === 'rejected'}
          leftSection={<IconX size={16} aria-hidden />}
          onClick={onReject}
        >
          {words.reject}
        </Button>
      </Group>
    </>
  );
}

/** What was decided, in a few words. */
export function sentenceOf({ kind, reason, from, to }: CandidateDecision): string {
  const isResumed = kind === 'advance' && from.stage === to.stage;
  const what = isResumed
    ? words.resumed
    : kind === 'advance' || kind === 'move'
      ? `${words.kinds[kind]} ${words.to(to.stage)}`
      : words.kinds[kind];
  return reason === '' ? what : `${what}: ${reason}`;
}

interface RejectDialogProps {
  isPending: boolean;
  fault: unknown;
  onClose: () => void;
  onReject: (reason: string) => void;
  /** Of several. */
  title?: string;
}

/** A rejection needs a reason. */
export function RejectDialog({
  isPending,
  fault,
  onClose,
  onReject,
  title = words.rejectTitle,
}: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isMissing = isChecked && reason.trim() === '';
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      submitLabel={words.reject}
      isPending={isPending}
      fault={fault}
      onSubmit={() => {
        setChecked(true);
        if (reason.trim() !== '') onReject(reason);
      }}
    >
      <Textarea
        label={words.reason}
        description={words.rejectText}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={limits.candidates.maxReasonChars}
        error={isMissing && words.reasonMissing}
        autosize
        minRows={2}
        data-autofocus
      />
    </FormDialog>
  );
}
