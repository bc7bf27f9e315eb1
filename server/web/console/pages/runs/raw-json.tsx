import { Button, Code, CopyButton, Group, Modal, ScrollArea, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RunAnswer } from '../../../../modules/console/runs/contract.ts';
import { common } from '../../texts/common.ts';
import { runTexts } from '../../texts/run.ts';

interface RawJsonProps {
  opened: boolean;
  onClose: () => void;
  answer: RunAnswer;
}

/** What a program gets, to be read, copied or saved. */
export function RawJson({ opened, onClose, answer }: RawJsonProps) {
  const text = useMemo(() => (opened ? JSON.stringify(answer, null, 2) : ''), [opened, answer]);
  const save = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${answer.id}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={runTexts.rawJson}
      size="xl"
      closeButtonProps={{ 'aria-label': runTexts.close }}
    >
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {runTexts.jsonNote}
        </Text>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={copy}>
                {copied ? common.copied : common.copy}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>
            {runTexts.download}
          </Button>
        </Group>
      </Group>
      <ScrollArea.Autosize
        mah="65vh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': runTexts.rawJson }}
      >
        <Code block fz={12}>
          {text}
        </Code>
      </ScrollArea.Autosize>
    </Modal>
  );
}
