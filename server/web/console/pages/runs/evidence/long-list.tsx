import { Button, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { evidenceTexts } from '../../../texts/evidence.ts';

interface LongListProps {
  items: readonly ReactNode[];
  /** Shown before the rest is asked for. */
  first?: number;
}

/** A list that begins short. */
export function LongList({ items, first = 6 }: LongListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap={6} align="stretch">
      {isOpen ? items : items.slice(0, first)}
      {items.length > first && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => setOpen(!isOpen)}
          style={{ alignSelf: 'start' }}
        >
          {isOpen ? evidenceTexts.showFewer : evidenceTexts.showAll(items.length)}
        </Button>
      )}
    </Stack>
  );
}
