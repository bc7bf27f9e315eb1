import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { common } from '../../texts/common.ts';
import { uploadTexts } from '../../texts/uploads.ts';
import { firstLanguage, languageChoices } from '../hearing/language-choices.ts';
import { useHearing } from '../hearing/use-hearing.ts';
import { costOf } from './chosen.ts';
import { type Reviewed, ReviewTable } from './review-table.tsx';
import classes from './uploads.module.css';
import type { Chosen, LookedAt } from './use-chosen.ts';

const { review: words, faults } = uploadTexts;

/** A file that will be sent, as people said it is. */
export interface Confirmed {
  chosen: Chosen;
  language: string | null;
  candidate: string | null;
}

interface ReviewDialogProps {
  looked: LookedAt;
  /** Null: into the pool. */
  jobId: string | null;
  onConfirm: (files: Confirmed[]) => Promise<unknown>;
  onClose: () => void;
}

/** Before anything is spent: which files, whose, in which language, what is there already, and what it costs. */
export function ReviewDialog({ looked: { files, leftOut }, jobId, onConfirm, onClose }: ReviewDialogProps) {
  const clientId = useClientId();
  const { data: client } = useQuery(reading('GET /clients/:clientId', { params: { clientId } }));
  const { data: credits } = useQuery({
    ...reading('GET /clients/:clientId/credits', { params: { clientId }, query: { limit: 1 } }),
    staleTime: 0,
  });
  const choices = languageChoices(useHearing()?.languages, client?.multilingual !== false);
  const first = firstLanguage(choices) ?? limits.defaultLanguage;
  const [rows, setRows] = useState(() => files.map(reviewedAtFirst));
  const sent = rows.filter(({ isSent }) => isSent);
  const recordings = rows.filter(({ chosen }) => chosen.kind === 'recording');
  const cost = costOf(
    sent.map(({ chosen }) => chosen),
    client?.prices ?? limits.prices,
    jobId !== null,
  );
  const isEnough = credits === undefined || credits.available >= cost.credits;
  const hasNobody = recordings.some(({ isSent, candidate }) => isSent && candidate.trim() === '');
  const send = useMutation({
    mutationFn: () => onConfirm(sent.map((row) => confirmed(row, first))),
    onSuccess: onClose,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={words.title(sent.length)}
      closeButtonProps={{ 'aria-label': common.close }}
      closeOnClickOutside={!send.isPending}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Stack gap="md">
          {recordings.length > 1 && (
            <AllLanguages
              chosen={recordings.map(({ language }) => language ?? first)}
              choices={choices}
              onChange={(language) => setRows(rows.map((row) => ({ ...row, language })))}
            />
          )}
          {rows.length > 0 && (
            <div className={classes.review}>
              <ReviewTable
                rows={rows}
                languages={choices}
                firstLanguage={first}
                onChange={(row, said) => setRows(rows.with(rows.indexOf(row), { ...row, ...said }))}
              />
            </div>
          )}
          {leftOut.length > 0 && <LeftOut files={leftOut} />}
          {sent.length > 0 ? (
            <Spending cost={cost} available={credits?.available} isEnough={isEnough} />
          ) : (
            <Text size="sm">{words.nothing}</Text>
          )}
          {hasNobody && (
            <Text size="sm" c="dimmed">
              {words.nobody}
            </Text>
          )}
          <FaultAlert fault={send.error} />
          <ReviewButtons
            label={words.confirm(sent.length, cost.credits)}
            isSending={send.isPending}
            isDisabled={sent.length === 0 || !isEnough}
            onClose={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** What is there already is left out unless the person ticks it. */
const reviewedAtFirst = (chosen: Chosen): Reviewed => ({
  chosen,
  isSent: chosen.known === null && !chosen.isTwice,
  candidate: chosen.candidate,
  language: null,
});

/** @param first language of recordings for which none was chosen */
const confirmed = ({ chosen, candidate, language }: Reviewed, first: string): Confirmed =>
  chosen.kind === 'recording'
    ? { chosen, language: language ?? first, candidate: candidate.trim() || null }
    : { chosen, language: null, candidate: null };

interface AllLanguagesProps {
  /** Of each recording. */
  chosen: readonly string[];
  choices: ReturnType<typeof languageChoices>;
  onChange: (language: string) => void;
}

/** One language for all recordings. */
function AllLanguages({ chosen, choices, onChange }: AllLanguagesProps) {
  const languages = new Set(chosen);
  return (
    <Select
      label={words.allLanguages}
      data={choices}
      value={languages.size === 1 ? [...languages][0]! : null}
      onChange={(language) => language && onChange(language)}
      allowDeselect={false}
      searchable
      maw={280}
    />
  );
}

function LeftOut({ files }: { files: LookedAt['leftOut'] }) {
  return (
    <Text size="sm" component="div">
      {words.leftOut(files.length)}
      <ul style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
        {files.map(({ file, fault }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={index}>
            {file.name}: {faults[fault]}
          </li>
        ))}
      </ul>
    </Text>
  );
}

interface SpendingProps {
  cost: ReturnType<typeof costOf>;
  /** Credits; undefined while not known. */
  available: number | undefined;
  isEnough: boolean;
}

function Spending({ cost, available, isEnough }: SpendingProps) {
  return (
    <Text size="sm" component="div" data-spend>
      {cost.unknown > 0 ? words.costAtLeast(cost.credits, cost.unknown) : words.cost(cost.credits)}{' '}
      {available !== undefined &&
        cost.credits > 0 &&
        (isEnough ? words.left(available, available - cost.credits) : words.tooFew(available))}{' '}
      {cost.credits > 0 && words.charged}
    </Text>
  );
}

interface ReviewButtonsProps {
  label: string;
  isSending: boolean;
  isDisabled: boolean;
  onClose: () => void;
}

function ReviewButtons({ label, isSending, isDisabled, onClose }: ReviewButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose} disabled={isSending}>
        {common.cancel}
      </Button>
      <Button type="submit" loading={isSending} disabled={isDisabled} data-autofocus>
        {label}
      </Button>
    </Group>
  );
}
