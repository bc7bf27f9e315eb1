import { ActionIcon, Badge, Box, Button, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { IconRefresh, IconWebhook } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeliveryRow, DeliveryStatus } from '../../../../modules/console/webhooks/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { statusLabels } from '../../texts/common.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import classes from './webhooks.module.css';

const { deliveries: words, events } = webhookTexts;
const statuses = ['pending', 'delivered', 'failed', 'disabled'] as const satisfies DeliveryStatus[];
const choices = [
  { value: '', label: words.all },
  ...statuses.map((value) => ({ value, label: statusLabels[value] })),
];

/** What was sent, newest first; a row opens its request and answers. */
export function DeliveriesSection() {
  const clientId = useClientId();
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [openId, setOpenId] = useState<string>();
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/webhooks/deliveries', {
      params: { clientId },
      query: { limit: 25, ...(status && { status }) },
    }),
    // Pending ones move on by themselves.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some((one) => one.status === 'pending')) ? 5_000 : false,
  });
  return (
    <Section
      flush
      title={words.title}
      description={words.description}
      actions={
        <Tooltip label={words.refresh}>
          <ActionIcon
            aria-label={words.refresh}
            onClick={() => void query.refetch()}
            loading={query.isRefetching}
          >
            <IconRefresh size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      }
    >
      <Box px="lg" pb="sm" style={{ overflowX: 'auto' }}>
        <SegmentedControl
          size="xs"
          aria-label={words.filterLabel}
          data={choices}
          value={status}
          onChange={(chosen) => setStatus(chosen as DeliveryStatus | '')}
        />
      </Box>
      <DataTable
        label={words.title}
        columns={columnsWith(setOpenId)}
        rows={query.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        fault={query.error}
        onRetry={() => void query.refetch()}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        isLoadingMore={query.isFetchingNextPage}
        empty={
          <EmptyState icon={IconWebhook} title={status ? words.emptyFiltered : words.emptyTitle}>
            {status ? null : words.emptyBody}
          </EmptyState>
        }
      />
      <DeliveryDrawer messageId={openId} onClose={() => setOpenId(undefined)} />
    </Section>
  );
}

const columnsWith = (open: (messageId: string) => void): readonly Column<DeliveryRow>[] => [
  {
    key: 'event',
    title: words.columns.event,
    isName: true,
    render: ({ id, event, isTest }) => (
      <>
        <Button variant="transparent" size="compact-sm" px={0} onClick={() => open(id)}>
          {events[event]}
        </Button>
        {isTest && (
          <Badge size="sm" color="gray" ml={8}>
            {words.test}
          </Badge>
        )}
      </>
    ),
  },
  {
    key: 'status',
    title: words.columns.status,
    render: ({ status, nextAttemptAt }) => (
      <>
        <StatusBadge status={status} size="sm" />
        {nextAttemptAt && (
          <Text span size="xs" c="dimmed" display="block">
            {words.next} <DateTime value={nextAttemptAt} style="relative" />
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'url',
    title: words.columns.url,
    render: ({ url }) => <span className={classes.address}>{url}</span>,
  },
  { key: 'attempts', title: words.columns.attempts, align: 'end', render: ({ attempts }) => attempts },
  {
    key: 'created',
    title: words.columns.created,
    render: ({ createdAt }) => <DateTime value={createdAt} style="relative" />,
  },
];
