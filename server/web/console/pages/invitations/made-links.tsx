import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
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
        <CopyButton value={csv}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} aria-hidden />}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
