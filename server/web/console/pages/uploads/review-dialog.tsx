import { Button, Checkbox, Group, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatSize } from '../../components/format.ts';
import { common } from '../../texts/common.ts';
import { uploadTexts } from '../../texts/uploads.ts';
import { firstLanguage, languageChoices } from '../hearing/language-choices.ts';
import { useHearing } from '../hearing/use-hearing.ts';
import { costOf } from './chosen.ts';
import type { Chosen, LookedAt } from './use-chosen.ts';

const { review: words, faults, kinds } = uploadTexts;

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
  // What is there already is left out unless somebody asks for it.
  const [isSent, setSent] = useState(() => files.map(({ known, isTwice }) => known === null && !isTwice));
  const [names, setNames] = useState(() => files.map(({ candidate }) => candidate));
  const [languages, setLanguages] = useState<readonly (string | null)[]>(() => files.map(() => null));
  const set = <Value,>(values: readonly Value[], index: number, value: Value) => values.with(index, value);
  const sent = files.filter((_, index) => isSent[index]);
  const prices = client?.prices ?? limits.prices;
  const cost = costOf(sent, prices, jobId !== null);
  const isEnough = credits === undefined || credits.available >= cost.credits;
  const hasRecordings = files.some(({ kind }) => kind === 'recording');
  const hasKnown = files.some(({ known, isTwice }) => known !== null || isTwice);
  const hasNobody = files.some(
    ({ kind }, index) => isSent[index] && kind === 'recording' && names[index]!.trim() === '',
  );
  const send = useMutation({
    mutationFn: () =>
      onConfirm(
        files.flatMap((chosen, index) =>
          isSent[index]
            ? [
                {
                  chosen,
                  language: chosen.kind === 'recording' ? (languages[index] ?? first) : null,
                  candidate: chosen.kind === 'recording' ? names[index]!.trim() || null : null,
                },
              ]
            : [],
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
          {hasRecordings && (
            <Select
              label={words.allLanguages}
              data={choices}
              value={languages.find((one) => one !== null) ?? first}
              onChange={(value) => value && setLanguages(files.map(() => value))}
              allowDeselect={false}
              searchable
              maw={280}
            />
          )}
          {files.length > 0 && (
            <Table.ScrollContainer minWidth={hasRecordings ? 640 : 280} mah={360}>
              <Table aria-label={words.table} verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th w={1}>{words.columns.send}</Table.Th>
                    <Table.Th>{words.columns.file}</Table.Th>
                    {hasRecordings && <Table.Th>{words.columns.whose}</Table.Th>}
                    {hasRecordings && <Table.Th>{words.columns.language}</Table.Th>}
                    {hasKnown && <Table.Th>{words.columns.known}</Table.Th>}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {files.map(({ file, kind, known, isTwice }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
                    <Table.Tr key={index}>
                      <Table.Td>
                        <Checkbox
                          aria-label={words.send(file.name)}
                          checked={isSent[index] ?? false}
                          onChange={(event) => setSent(set(isSent, index, event.currentTarget.checked))}
                        />
                      </Table.Td>
                      <Table.Td maw={260}>
                        <Text size="sm" fw={550} truncate title={file.name}>
                          {file.name}
                        </Text>
                        <Text size="xs" c="dimmed">
                          {kinds[kind]} · {formatSize(file.size)}
                        </Text>
                      </Table.Td>
                      {hasRecordings && (
                        <Table.Td>
                          {kind === 'cv' ? (
                            <Text size="sm" c="dimmed">
                              {words.inCv}
                            </Text>
                          ) : (
                            <TextInput
                              size="xs"
                              aria-label={words.whose(file.name)}
                              placeholder={words.whoseHint}
                              value={names[index] ?? ''}
                              maxLength={limits.uploadLists.maxCandidateChars}
                              autoComplete="off"
                              onChange={(event) => setNames(set(names, index, event.currentTarget.value))}
                            />
                          )}
                        </Table.Td>
                      )}
                      {hasRecordings && (
                        <Table.Td>
                          {kind === 'recording' && (
                            <Select
                              size="xs"
                              aria-label={words.language(file.name)}
                              data={choices}
                              value={languages[index] ?? first}
                              onChange={(value) => setLanguages(set(languages, index, value))}
                              allowDeselect={false}
                              searchable
                              w={130}
                            />
                          )}
                        </Table.Td>
                      )}
                      {hasKnown && (
                        <Table.Td>
                          <Text size="sm" c="dimmed">
                            {known ? <KnownText known={known} /> : isTwice ? words.twice : ''}
                          </Text>
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
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

function KnownText({ known }: { known: NonNullable<Chosen['known']> }) {
  const [before, after] = words.known('\n', known.person?.name ?? null).split('\n');
  return (
    <>
      {before}
      <DateTime value={known.createdAt} style="date" />
      {after}
    </>
  );
}
