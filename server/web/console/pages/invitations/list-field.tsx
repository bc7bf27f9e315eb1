import { FileInput, Stack, Textarea } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { invitationTexts } from '../../texts/invitations.ts';

const { sheet: words } = invitationTexts;

/** A list of people: pasted, dropped, or of a file. */
export function ListField({ value, onChange }: { value: string; onChange: (list: string) => void }) {
  const [error, setError] = useState<string>();
  const read = async (file: File | null | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > limits.invitations.maxListBytes;
    setError(isTooLarge ? words.tooLarge : undefined);
    if (!isTooLarge) onChange(await file.text());
  };
  return (
    <Stack gap="xs">
      <Textarea
        label={words.people}
        description={words.peopleHint}
        placeholder={words.peoplePlaceholder}
        required
        autosize
        minRows={4}
        maxRows={10}
        value={value}
        error={error}
        onChange={(event) => {
          setError(undefined);
          onChange(event.currentTarget.value);
        }}
        onDrop={(event) => {
          const [file] = event.dataTransfer.files;
          if (!file) return;
          event.preventDefault();
          void read(file);
        }}
        data-autofocus
      />
      <FileInput
        aria-label={words.file}
        placeholder={words.file}
        accept=".csv,text/csv,text/plain"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
        onChange={(file) => void read(file)}
      />
    </Stack>
  );
}
