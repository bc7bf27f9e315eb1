import { Alert, List, Spoiler, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { runTexts } from '../../texts/run.ts';
import type { Doubt } from './doubts.ts';

/** Beside scores: why they are less certain. Nothing where nothing is doubtful. */
export function DoubtsList({ doubts }: { doubts: readonly Doubt[] }) {
  if (doubts.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={runTexts.doubts.title}>
      <Spoiler maxHeight={110} showLabel={runTexts.doubts.all} hideLabel={runTexts.doubts.fewer}>
        <List size="sm" spacing={4}>
          {doubts.map(({ of, text }) => (
            <List.Item key={`${of} ${text}`}>
              {of && (
                <Text span inherit fw={550}>
                  {of}:{' '}
                </Text>
              )}
              {text}
            </List.Item>
          ))}
        </List>
      </Spoiler>
    </Alert>
  );
}
