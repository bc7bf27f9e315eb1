import { Button, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreditsAnswer } from '../../../../modules/console/credits/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay, usePerson } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCount } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { creditsTexts } from '../../texts/clients.ts';
import { ledgerColumns } from './ledger-columns.tsx';
import { TopUpDialog } from './top-up-dialog.tsx';

type Filter = 'all' | 'debit' | 'credit';

export function CreditsPage() {
  const clientId = useClientId();
  const client = usePerson().clients.find(({ id }) => id === clientId);
  const mayAdd = useMay('POST /clients/:clientId/credits');
  const [filter, setFilter] = useState<Filter>('all');
  const [isAdding, { open, close }] = useDisclosure();
  const ledger = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/credits', {
      params: { clientId },
      query: filter === 'all' ? {} : { type: filter },
    }),
    placeholderData: (last) => last,
  });
  const first = ledger.data?.pages[0];
  const topUp = mayAdd && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open} disabled={!first}>
      {creditsTexts.topUp}
    </Button>
  );
  return (
    <>
      <PageHeader title={creditsTexts.title} description={creditsTexts.description} actions={topUp} />
      <Stack gap="lg">
        <Figures answer={first} />
        <Section
          flush
          title={creditsTexts.ledger}
          actions={
            <SegmentedControl
              size="xs"
              aria-label={creditsTexts.filter}
              value={filter}
              onChange={(value) => setFilter(value as Filter)}
              data={[
                { value: 'all', label: creditsTexts.all },
                { value: 'debit', label: creditsTexts.debits },
                { value: 'credit', label: creditsTexts.credits },
              ]}
            />
          }
        >
          <DataTable
            label={creditsTexts.ledger}
            columns={ledgerColumns(clientId)}
            rows={ledger.data?.pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
            fault={ledger.error}
            onRetry={ledger.refetch}
            isStale={ledger.isPlaceholderData}
            hasMore={ledger.hasNextPage}
            onMore={ledger.fetchNextPage}
            isLoadingMore={ledger.isFetchingNextPage}
            empty={
              <EmptyState
                icon={IconCoins}
                title={filter === 'all' ? creditsTexts.empty : creditsTexts.emptyFilter}
              >
                {filter === 'all' && (mayAdd ? creditsTexts.emptyText : creditsTexts.askOwner)}
              </EmptyState>
            }
          />
        </Section>
      </Stack>
      {isAdding && first && (
        <TopUpDialog
          client={{ id: clientId, name: client?.name ?? '' }}
          balance={first.balance}
          onClose={close}
        />
      )}
    </>
  );
}

function Figures({ answer }: { answer: CreditsAnswer | undefined }) {
  const figure = (value: number | undefined) => value !== undefined && formatCount(value);
  const used = answer && answer.usage.speech + answer.usage.cv + answer.usage.interview;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <StatCard label={creditsTexts.balance} value={figure(answer?.balance) || undefined} />
      <StatCard
        label={creditsTexts.available}
        value={figure(answer?.available) || undefined}
        note={creditsTexts.availableNote}
      />
      <StatCard
        label={creditsTexts.held}
        value={figure(answer?.held) || undefined}
        note={creditsTexts.heldNote}
      />
      <StatCard
        label={creditsTexts.used}
        value={figure(used) || undefined}
        note={answer && creditsTexts.usedNote(formatCount(answer.usage.speech), formatCount(answer.usage.cv))}
      />
    </SimpleGrid>
  );
}
