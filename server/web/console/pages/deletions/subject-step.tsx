import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { common } from '../../texts/common.ts';
import { deletionTexts as words } from '../../texts/retention.ts';
import { missingFields, type SubjectDraft } from './subject-form.ts';

interface SubjectStepProps {
  draft: SubjectDraft;
  note: string;
  onDraft: (draft: SubjectDraft) => void;
  onNote: (note: string) => void;
  /** It was looked for, and there is nothing. */
  isNothing: boolean;
  isPending: boolean;
  fault: unknown;
  onCancel: () => void;
  onLook: () => void;
}

/** What is meant, and why. */
export function SubjectStep(props: SubjectStepProps) {
  const { draft, note, onDraft, onNote, isNothing, isPending, fault, onCancel, onLook } = props;
  const [isChecked, setChecked] = useState(false);
  const missing = isChecked ? missingFields(draft) : [];
  const field = (name: 'externalId' | 'runId' | 'key' | 'value') => ({
    label: words[name],
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onDraft({ ...draft, [name]: event.currentTarget.value }),
    error: missing.includes(name) && words.missing,
    autoComplete: 'off',
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (missingFields(draft).length === 0) onLook();
      }}
    >
      <Stack>
        {draft.kind === 'candidate' ? (
          <Text size="sm">{words.candidateHint}</Text>
        ) : (
          <SegmentedControl
            aria-label={words.what}
            value={draft.kind}
            onChange={(kind) => onDraft({ ...draft, kind: kind as SubjectDraft['kind'] })}
            data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
          />
        )}
        {draft.kind === 'externalId' && (
          <TextInput {...field('externalId')} description={words.externalIdHint} data-autofocus />
        )}
        {draft.kind === 'run' && <TextInput {...field('runId')} description={words.runIdHint} />}
        {draft.kind === 'metadata' && (
          <Stack gap="xs">
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput {...field('key')} />
              <TextInput {...field('value')} />
            </SimpleGrid>
            <Text size="xs" c="dimmed">
              {words.metadataHint}
            </Text>
          </Stack>
        )}
        <TextInput
          label={words.note}
          description={words.noteHint}
          value={note}
          onChange={(event) => onNote(event.currentTarget.value)}
          maxLength={limits.deletions.maxNoteChars}
          autoComplete="off"
        />
        {isNothing && (
          <Text size="sm" role="status">
            {words.nothing}
          </Text>
        )}
        <FaultAlert fault={fault} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {words.look}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
