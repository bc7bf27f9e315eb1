import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileMusic } from '@tabler/icons-react';
import { formatDuration, formatSize } from '../../components/format.ts';
import { playgroundTexts as words } from '../../texts/playground.ts';
import classes from './playground.module.css';

interface ChosenRecordingProps {
  file: File;
  url: string | null;
  durationMs: number | null;
  /** It is being sent. */
  isFixed: boolean;
  onAnother: () => void;
}

/** What was chosen, to be heard once more before it is paid for. */
export function ChosenRecording({ file, url, durationMs, isFixed, onAnother }: ChosenRecordingProps) {
  return (
    <Stack gap="sm" className={classes.chosen} role="group" aria-label={words.chosen}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" miw={0} flex="1 1 12rem">
          <IconFileMusic size={26} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
          <div style={{ minWidth: 0 }}>
            <Text fw={550} truncate title={file.name}>
              {file.name}
            </Text>
            <Text size="sm" c="dimmed" data-figures>
              {[durationMs !== null && formatDuration(durationMs), formatSize(file.size)]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        </Group>
        <Button variant="default" size="xs" onClick={onAnother} disabled={isFixed}>
          {words.another}
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said in it is what we are about to find out */}
      {url && <audio className={classes.player} src={url} controls aria-label={words.listen} />}
    </Stack>
  );
}
