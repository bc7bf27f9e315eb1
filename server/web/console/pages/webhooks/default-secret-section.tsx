import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useChange } from '../../api/changes.ts';
import { ask } from '../../api/client.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import { RotateDialog } from './rotate-dialog.tsx';

const { defaults: words, secret } = webhookTexts;

/** For owners: the secret that signs for every client without one of its own. Shown on demand, and that is recorded. */
export function DefaultSecretSection() {
  const [isOpen, { open, close }] = useDisclosure();
  const change = useChange();
  const showing = useMutation({ mutationFn: () => ask('GET /installation/webhook-secret') });
  return (
    <Section
      title={words.title}
      description={words.description}
      actions={
        <Button variant="default" size="xs" onClick={open} leftSection={<IconKey size={15} aria-hidden />}>
          {words.rotate}
        </Button>
      }
    >
      <Stack gap="sm" align="flex-start">
        <FaultAlert fault={showing.error} />
        {showing.data ? (
          <Alert color="yellow" w="100%">
            <Group gap="sm">
              <CopyValue value={showing.data.secret} label={secret.label} />
              <Text size="xs">{words.shown}</Text>
            </Group>
          </Alert>
        ) : (
          <Button
            variant="default"
            loading={showing.isPending}
            onClick={() => showing.mutate()}
            leftSection={<IconEye size={16} aria-hidden />}
          >
            {words.show}
          </Button>
        )}
      </Stack>
      <RotateDialog
        opened={isOpen}
        onClose={close}
        title={secret.rotateTitle}
        onRotate={(body) => change('POST /installation/webhook-secret/rotate', { body })}
        action={words.rotate}
        onRotated={showing.reset}
      />
    </Section>
  );
}
