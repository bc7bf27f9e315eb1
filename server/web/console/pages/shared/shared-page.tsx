import { Alert, Button, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDownload, IconLinkOff, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ApiFault, askForFile } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Logo } from '../../layout/logo.tsx';
import { common } from '../../texts/common.ts';
import { shareTexts } from '../../texts/shares.ts';
import { Sheet } from './sheet.tsx';

const { page: words } = shareTexts;

/** What a person without an account sees who was sent a link. The token is in the fragment, which no server is ever sent. */
export function SharedPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  const query = useQuery({
    ...reading('POST /shared/candidate', { body: { token } }),
    enabled: token !== '',
    // Each asking counts as an opening: once for each time that the page is opened.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const shared = query.data;
  const title = shared?.sheet.name ?? (shared ? shareTexts.nameless : words.tab);
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  // Too short, too long or unknown. A server that is away, or asks to wait, says nothing about the link.
  const isGone = token === '' || (query.error instanceof ApiFault && [400, 404].includes(query.error.status));
  return (
    <Container size="md" py="xl" component="main">
      <Group gap={8} mb="lg">
        <Logo size={24} />
        <Text fw={600}>{common.product}</Text>
      </Group>
      {isGone ? (
        <Stack>
          <Title order={1}>{words.gone}</Title>
          <Alert color="yellow" icon={<IconLinkOff aria-hidden />}>
            {words.goneText}
          </Alert>
        </Stack>
      ) : (
        <Stack gap="lg">
          <Group justify="space-between" align="flex-start">
            <Stack gap={4}>
              <Title order={1} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Title>
              {shared && (
                <Text size="sm" c="dimmed">
                  {words.by(shared.sharedBy, shared.client)} {words.until}{' '}
                  <DateTime value={shared.expiresAt} style="date" />.
                </Text>
              )}
            </Stack>
            {shared && (
              <Button
                variant="default"
                data-print="hide"
                onClick={() => window.print()}
                leftSection={<IconPrinter size={16} aria-hidden />}
              >
                {words.print}
              </Button>
            )}
          </Group>
          <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
          {query.isPending && <Skeleton height={420} radius="md" role="status" aria-label={words.loading} />}
          {shared && <Sheet sheet={shared.sheet} />}
          {shared && shared.sheet.files.length > 0 && <Files token={token} files={shared.sheet.files} />}
        </Stack>
      )}
    </Container>
  );
}

function Files({ token, files }: { token: string; files: readonly { runId: string; title: string }[] }) {
  const save = useMutation({
    async mutationFn({ runId, title }: { runId: string; title: string }) {
      const url = URL.createObjectURL(
        await askForFile('POST /shared/candidate/file', { body: { token, runId } }),
      );
      const link = document.createElement('a');
      link.href = url;
      link.download = title;
      link.click();
      URL.revokeObjectURL(url);
    },
  });
  return (
    <Stack gap="xs" component="section" aria-label={words.files} data-print="hide">
      <Title order={2} size="h4">
        {words.files}
      </Title>
      <FaultAlert fault={save.error} />
      <Group gap="xs">
        {files.map((file) => (
          <Button
            key={file.runId}
            variant="default"
            loading={save.isPending && save.variables.runId === file.runId}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => save.mutate(file)}
          >
            {words.save(file.title)}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
