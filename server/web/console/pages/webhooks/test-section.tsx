import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconSend, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TestDelivery, WebhookEventName } from '../../../../modules/console/webhooks/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId } from '../../api/session.ts';
import { Duration } from '../../components/date-time.tsx';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import classes from './webhooks.module.css';

const { test: words, events, outcomes } = webhookTexts;
const choices = (Object.keys(events) as WebhookEventName[]).map((value) => ({ value, label: events[value] }));

/** A sample to an address, and what it answers. */
export function TestSection() {
  const clientId = useClientId();
  const change = useChange();
  const [url, setUrl] = useState('');
  const [event, setEvent] = useState<WebhookEventName>('cvdeepmatch.finished');
  const sending = useMutation({
    mutationFn: () =>
      change('POST /clients/:clientId/webhooks/test', {
        params: { clientId },
        body: { url: url.trim(), event },
      }),
  });
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    sending.mutate();
  };
  return (
    <Section title={words.title} description={words.description}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={words.url}
            type="url"
            placeholder={words.urlPlaceholder}
            value={url}
            onChange={(changed) => setUrl(changed.currentTarget.value)}
            error={faultFields(sending.error).url}
            required
          />
          <Group align="flex-end" gap="sm">
            <Select
              label={words.event}
              data={choices}
              value={event}
              onChange={(chosen) => chosen && setEvent(chosen as WebhookEventName)}
              allowDeselect={false}
              flex="1 1 12rem"
            />
            <Button
              type="submit"
              variant="default"
              loading={sending.isPending}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {words.send}
            </Button>
          </Group>
          {!isAboutFields(sending.error, ['url']) && <FaultAlert fault={sending.error} />}
          {sending.data && !sending.isPending && <Outcome sent={sending.data} />}
        </Stack>
      </form>
    </Section>
  );
}

function Outcome({ sent: { attempt } }: { sent: TestDelivery }) {
  const isWell = attempt.outcome === 'delivered';
  return (
    <Alert
      role="status"
      color={isWell ? 'green' : 'red'}
      icon={isWell ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
      title={isWell ? words.delivered(attempt.statusCode) : `${words.failed}: ${outcomes[attempt.outcome]}`}
    >
      <Text size="sm">
        {attempt.error && `${attempt.error} · `}
        {words.took} <Duration ms={attempt.durationMs} />
        {attempt.remoteAddress && ` · ${words.from} ${attempt.remoteAddress}`}
      </Text>
      {attempt.answerExcerpt && (
        <pre className={classes.message} style={{ marginTop: 8 }}>
          {attempt.answerExcerpt}
        </pre>
      )}
    </Alert>
  );
}
