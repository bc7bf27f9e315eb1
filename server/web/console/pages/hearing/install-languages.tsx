import { Button, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { LanguagesInstall } from '../../../../modules/console/installation/contract.ts';
import { useChange } from '../../api/changes.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatSize } from '../../components/format.ts';
import { hearingTexts } from '../../texts/hearing.ts';

const words = hearingTexts.install;

/** For owners: the recogniser of more languages by a click, how far it is, and what went wrong. */
export function InstallLanguages({ install, adds }: { install: LanguagesInstall; adds: number }) {
  const change = useChange();
  const ask = useMutation({ mutationFn: () => change('POST /installation/hearing/languages') });
  const stop = useMutation({ mutationFn: () => change('DELETE /installation/hearing/languages') });
  const { state, downloadBytes, doneBytes, error, modelId } = install;
  if (state === 'starting') {
    return (
      <Text size="sm" mt="xs" role="status">
        {words.starting}
      </Text>
    );
  }
  if (state === 'underWay') {
    const isFetched = doneBytes >= downloadBytes;
    return (
      <Stack gap={4} mt="xs">
        <Text size="sm" role="status">
          {isFetched ? words.preparing : words.fetching(formatSize(doneBytes), formatSize(downloadBytes))}
        </Text>
        <Progress value={(100 * doneBytes) / downloadBytes} aria-label={words.progress} />
        <FaultAlert fault={stop.error} />
        <Button
          size="xs"
          variant="default"
          mt={4}
          style={{ alignSelf: 'flex-start' }}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {words.stop}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      {state === 'failed' && (
        <Text size="sm" role="alert">
          {words.failed} {error}
        </Text>
      )}
      {ask.error && <FaultAlert fault={ask.error} />}
      <Button size="xs" loading={ask.isPending} onClick={() => ask.mutate()}>
        {words.button(adds)}
      </Button>
      <Text size="sm">{words.about(formatSize(downloadBytes), modelId)}</Text>
    </Stack>
  );
}
