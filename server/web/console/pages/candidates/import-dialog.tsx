import { Alert, FileInput, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { useChange } from '../../api/changes.ts';
import { ask } from '../../api/client.ts';
import { useClientId } from '../../api/session.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { candidateTexts } from '../../texts/candidates.ts';

const { importing: words } = candidateTexts;
const FAULTS_SHOWN = 5;

/** Candidates from a CSV file: first what would come of it, then the deed. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const clientId = useClientId();
  const change = useChange();
  const [file, setFile] = useState<File | null>(null);
  const params = { clientId };
  const look = useMutation({
    mutationFn: async (chosen: File) => {
      if (chosen.size > limits.candidates.maxImportBytes) throw new Error(words.tooLarge);
      const csv = await chosen.text();
      const report = await ask('POST /clients/:clientId/candidates/import/check', { params, body: { csv } });
      return { csv, report };
    },
  });
  const deed = useMutation({
    mutationFn: (csv: string) =>
      change('POST /clients/:clientId/candidates/import', { params, body: { csv } }),
    onSuccess: ({ added, completed }) => {
      notifications.show({ message: words.done(added, completed) });
      onClose();
    },
  });
  const found = look.data;
  const useful = found ? found.report.added + found.report.completed : 0;
  return (
    <FormDialog
      opened
      size="lg"
      onClose={onClose}
      title={words.title}
      submitLabel={found && useful > 0 ? words.do(useful) : words.check}
      onSubmit={() => (found && useful > 0 ? deed.mutate(found.csv) : file && look.mutate(file))}
      isPending={look.isPending || deed.isPending}
      fault={deed.error ?? look.error}
    >
      <FileInput
        label={words.file}
        description={words.hint}
        placeholder={words.choose}
        accept=".csv,text/csv,text/plain"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          look.reset();
          deed.reset();
          if (chosen) look.mutate(chosen);
        }}
      />
      {found && (
        <Alert color={useful > 0 ? 'blue' : 'gray'} role="status">
          <Text size="sm">
            {words.would(found.report.added, found.report.completed, found.report.unchanged)}
          </Text>
          <Text size="sm" c="dimmed">
            {words.nothingOverwritten}
          </Text>
        </Alert>
      )}
      {found && found.report.faults.length > 0 && (
        <Alert color="yellow" title={words.faults(found.report.faults.length)}>
          <List size="sm">
            {found.report.faults.slice(0, FAULTS_SHOWN).map(({ line, message }) => (
              <List.Item key={line}>{words.line(line, message)}</List.Item>
            ))}
          </List>
          {found.report.faults.length > FAULTS_SHOWN && (
            <Text size="sm">{words.moreFaults(found.report.faults.length - FAULTS_SHOWN)}</Text>
          )}
        </Alert>
      )}
    </FormDialog>
  );
}
