import { Anchor, Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { DeliveryAttempt, DeliveryDetails } from '../../../../modules/console/webhooks/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DateTime, Duration } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { StatusBadge, ToneBadge } from '../../components/status-badge.tsx';
import { common } from '../../texts/common.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { requestText } from './request-text.ts';
import classes from './webhooks.module.css';

const { details: words, events, outcomes } = webhookTexts;

interface DeliveryDrawerProps {
  /** Open while there is one. */
  messageId: string | undefined;
  onClose: () => void;
}

/** One message: what is sent, every try with its answer, and a button that sends it again. */
export function DeliveryDrawer({ messageId, onClose }: DeliveryDrawerProps) {
  const clientId = useClientId();
  const query = useQuery({
    ...reading('GET /clients/:clientId/webhooks/deliveries/:messageId', {
      params: { clientId, messageId: messageId ?? '' },
    }),
    enabled: messageId !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  });
  return (
    <Drawer
      opened={messageId !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={query.data ? events[query.data.event] : words.title}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={320} />}
      {query.data && <Delivery delivery={query.data} />}
    </Drawer>
  );
}

function Delivery({ delivery }: { delivery: DeliveryDetails }) {
  const clientId = useClientId();
  const change = useChange();
  const mayResend = useMay('POST /clients/:clientId/webhooks/deliveries/:messageId/resend');
  const resending = useMutation({
    mutationFn: () =>
      change('POST /clients/:clientId/webhooks/deliveries/:messageId/resend', {
        params: { clientId, messageId: delivery.id },
      }),
    onSuccess: () => {
      notifications.show({ message: words.resent, color: 'green' });
    },
  });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="xs">
          <StatusBadge status={delivery.status} size="sm" />
          <Text size="sm" c="dimmed">
            <DateTime value={delivery.createdAt} />
          </Text>
        </Group>
        {mayResend && !delivery.isTest && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={15} aria-hidden />}
            loading={resending.isPending}
            onClick={() => resending.mutate()}
            title={words.resendHint}
          >
            {words.resend}
          </Button>
        )}
      </Group>
      <FaultAlert fault={resending.error} />
      <Group gap="xs">
        <CopyValue value={delivery.id} label={words.id} />
        {delivery.event.startsWith('cvdeepmatch.') && !delivery.isTest && (
          <Anchor component={Link} size="sm" to={`/c/${clientId}/matches/${delivery.subjectId}`}>
            {words.openMatch}
          </Anchor>
        )}
      </Group>
      <section>
        <Title order={3} mb={8}>
          {words.request}
        </Title>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className={classes.message} data-tall tabIndex={0}>
          {requestText(delivery)}
        </pre>
      </section>
      <section>
        <Title order={3} mb={8}>
          {delivery.log.length === 0 ? words.noTries : words.tries(delivery.log.length)}
        </Title>
        <ol className={classes.tries}>
          {delivery.log.toReversed().map((attempt) => (
            <Try key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      </section>
    </Stack>
  );
}

function Try({ attempt }: { attempt: DeliveryAttempt }) {
  const isWell = attempt.outcome === 'delivered';
  const { statusCode, remoteAddress, error, answerExcerpt } = attempt;
  return (
    <li className={classes.try} data-well={isWell}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {words.try(attempt.number)}
          </Text>
          <ToneBadge tone={isWell ? 'positive' : 'negative'} size="sm">
            {statusCode === null ? outcomes[attempt.outcome] : words.answered(statusCode)}
          </ToneBadge>
        </Group>
        <Text size="xs" c="dimmed">
          <DateTime value={attempt.startedAt} /> · <Duration ms={attempt.durationMs} />
          {remoteAddress && ` · ${words.address} ${remoteAddress}`}
        </Text>
      </Group>
      {error && <Text size="sm">{error}</Text>}
      {answerExcerpt && (
        <div>
          <Text size="xs" c="dimmed" mb={4}>
            {words.answer}
          </Text>
          <pre className={classes.message}>{answerExcerpt}</pre>
        </div>
      )}
    </li>
  );
}
