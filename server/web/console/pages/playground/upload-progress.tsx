import { Group, Progress, Stack, Text } from '@mantine/core';
import { playgroundTexts as words } from '../../texts/playground.ts';

/** @param share sent, 0–1; at 1 the server looks at what it got */
export function UploadProgress({ share }: { share: number }) {
  const label = share < 1 ? words.uploading : words.uploadingDone;
  return (
    <Stack gap={6} role="status">
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" data-figures>
          {words.percent(share)}
        </Text>
      </Group>
      <Progress value={share * 100} animated={share >= 1} aria-label={label} />
    </Stack>
  );
}
