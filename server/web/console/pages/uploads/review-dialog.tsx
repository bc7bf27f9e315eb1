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
  // What is there already is left out unless the person ticks it.
  const [rows, setRows] = useState(() =>
    files.map(
      (chosen): Reviewed => ({
        chosen,
        isSent: chosen.known === null && !chosen.isTwice,
        candidate: chosen.candidate,
        language: null,
      }),
    ),
  );
  const sent = rows.filter(({ isSent }) => isSent);
  const recordings = rows.filter(({ chosen }) => chosen.kind === 'recording');
  const languages = new Set(recordings.map(({ language }) => language ?? first));
  const cost = costOf(
    sent.map(({ chosen }) => chosen),
    client?.prices ?? limits.prices,
    jobId !== null,
  );
  const isEnough = credits === undefined || credits.available >= cost.credits;
  const hasNobody = recordings.some(({ isSent, candidate }) => isSent && candidate.trim() === '');
  const send = useMutation({
    mutationFn: () =>
      onConfirm(
        sent.map(({ chosen, candidate, language }) =>
          chosen.kind === 'recording'
            ? { chosen, language: language ?? first, candidate: candidate.trim() || null }
            : { chosen, language: null, candidate: null },
        ),
      ),
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
            <Select
              label={words.allLanguages}
              data={choices}
              value={languages.size === 1 ? [...languages][0]! : null}
              onChange={(language) => language && setRows(rows.map((row) => ({ ...row, language })))}
              allowDeselect={false}
              searchable
              maw={280}
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
          {leftOut.length > 0 && (
            <Text size="sm" component="div">
              {words.leftOut(leftOut.length)}
              <ul style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
                {leftOut.map(({ file, fault }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
                  <li key={index}>
                    {file.name}: {faults[fault]}
                  </li>
                ))}
              </ul>
            </Text>
          )}
          {sent.length > 0 ? (
            <Text size="sm" component="div" data-spend>
              {cost.unknown > 0 ? words.costAtLeast(cost.credits, cost.unknown) : words.cost(cost.credits)}{' '}
              {credits &&
                cost.credits > 0 &&
                (isEnough
                  ? words.left(credits.available, credits.available - cost.credits)
                  : words.tooFew(credits.available))}{' '}
              {cost.credits > 0 && words.charged}
            </Text>
          ) : (
            <Text size="sm">{words.nothing}</Text>
          )}
          {hasNobody && (
            <Text size="sm" c="dimmed">
              {words.nobody}
            </Text>
          )}
          <FaultAlert fault={send.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={send.isPending}>
              {common.cancel}
            </Button>
            <Button
              type="submit"
              loading={send.isPending}
              disabled={sent.length === 0 || !isEnough}
              data-autofocus
            >
              {words.confirm(sent.length, cost.credits)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
