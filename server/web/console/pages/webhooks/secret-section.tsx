import { Badge, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import classes from './webhooks.module.css';

const { secret: words } = webhookTexts;

/** What signs this client's messages. */
export function SecretSection() {
  const clientId = useClientId();
  const change = useChange();
  const mayRotate = useMay('POST /clients/:clientId/webhooks/secrets/rotate');
  const [isOpen, { open, close }] = useDisclosure();
  const params = { clientId };
  const query = useQuery(reading('GET /clients/:clientId/webhooks/secrets', { params }));
  const secrets = query.data?.items;
  const action = secrets?.length === 0 ? words.generate : words.rotate;
  return (
    <Section
      title={words.title}
      description={words.description}
      actions={
        mayRotate &&
        secrets && (
          <Button variant="default" size="xs" onClick={open} leftSection={<IconKey size={15} aria-hidden />}>
            {action}
          </Button>
        )
      }
    >
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={64} />}
      {secrets?.length === 0 && (
        <Stack gap={4}>
          <Text size="sm">{words.defaultSigns}</Text>
          <Text size="sm" c="dimmed">
            {words.defaultHint}
          </Text>
        </Stack>
      )}
      {secrets?.map(({ lastFour, createdAt, expiresAt }) => (
        <div className={classes.secret} key={createdAt + lastFour}>
          <Group gap="xs">
            <Code>whsec_{words.ending(lastFour)}</Code>
            <Badge size="sm" color={expiresAt ? 'gray' : 'green'}>
              {expiresAt ? words.old : words.current}
            </Badge>
          </Group>
          <Text size="xs" c="dimmed">
            {expiresAt ? (
              <>
                {words.until} <DateTime value={expiresAt} />
              </>
            ) : (
              <>
                {words.made} <DateTime value={createdAt} />
              </>
            )}
          </Text>
        </div>
      ))}
      <RotateDialog
        opened={isOpen}
        onClose={close}
        title={secrets?.length === 0 ? words.generateTitle : words.rotateTitle}
        action={action}
        onRotate={(body) => change('POST /clients/:clientId/webhooks/secrets/rotate', { params, body })}
      />
    </Section>
  );
}
