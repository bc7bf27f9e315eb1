import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { common } from '../texts/common.ts';

interface CopyValueProps {
  value: string;
  /** What is shown, where that is shorter. */
  shown?: string;
  /** What is copied, for screen readers: "Copy key id". @default "Copy" */
  label?: string;
}

/** An id, a hash, an address: in fixed width, with a button that copies it whole. */
export function CopyValue({ value, shown = value, label = common.copy }: CopyValueProps) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code style={{ overflow: 'hidden', textOverflow: 'ellipsis' }} title={value}>
        {shown}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? common.copied : label}>
            <ActionIcon size="sm" aria-label={label} onClick={copy} {...(copied && { color: 'green' })}>
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
