import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CopyValue } from '../../components/copy-value.tsx';
import { invitationTexts } from '../../texts/invitations.ts';

const { sheet: words } = invitationTexts;

/** Links that were made, as a file and for the clipboard, this once. */
export function MadeLinks({ count, csv, onDone }: { count: number; csv: string; onDone: () => void }) {
  const save = () => {
    // Spreadsheets take a file without the mark for one in their country's old letters.
    const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = words.fileName;
    anchor.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Stack gap="md">
      <Alert color="green" title={words.made(count)} role="status">
        {words.madeHint}
      </Alert>
      <Group gap="xs">
        <Button onClick={save} leftSection={<IconDownload size={16} aria-hidden />}>
          {words.download}
        </Button>
        <CopyValue value={csv} shown={words.fileName} />
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
