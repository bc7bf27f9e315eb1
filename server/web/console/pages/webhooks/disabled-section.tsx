import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import classes from './webhooks.module.css';

const { disabled: words } = webhookTexts;

/** Addresses that answered 410 Gone; nothing is shown where there are none. */
export function DisabledSection() {
  const clientId = useClientId();
  const change = useChange();
  const mayEnable = useMay('POST /clients/:clientId/webhooks/enable');
  const params = { clientId };
  const query = useQuery(reading('GET /clients/:clientId/webhooks/disabled', { params }));
  const enabling = useMutation({
    mutationFn: (url: string) => change('POST /clients/:clientId/webhooks/enable', { params, body: { url } }),
  });
  if (!query.data || query.data.items.length === 0) return null;
  return (
    <Section title={words.title} description={words.description}>
      <Stack gap="xs">
        <FaultAlert fault={enabling.error} />
        {query.data.items.map(({ url, disabledAt }) => (
          <Group key={url} justify="space-between" gap="sm">
            <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
              <span className={classes.address}>{url}</span>
              <Text size="xs" c="dimmed">
                {words.since} <DateTime value={disabledAt} />
              </Text>
            </div>
            {mayEnable && (
              <Button
                variant="default"
                size="xs"
                loading={enabling.isPending && enabling.variables === url}
                onClick={() => enabling.mutate(url)}
              >
                {words.enable}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
