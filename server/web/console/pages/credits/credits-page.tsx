import { Button, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCoins, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreditsAnswer } from '../../../../modules/console/credits/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay, usePerson } from '../../api/session.ts';
import { formatCount } from '../../components/format.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
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
    <ListPage
      title={creditsTexts.title}
      description={creditsTexts.description}
      actions={topUp}
      above={<Figures answer={first} />}
      card={{
        title: creditsTexts.ledger,
        actions: (
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
        ),
      }}
      label={creditsTexts.ledger}
      list={pagesOf(ledger)}
      columns={ledgerColumns(clientId)}
      rowKey={({ id }) => id}
      isFiltered={filter !== 'all'}
      nothingFound={{ icon: IconCoins, title: creditsTexts.emptyFilter }}
      empty={{
        icon: IconCoins,
        title: creditsTexts.empty,
        text: mayAdd ? creditsTexts.emptyText : creditsTexts.askOwner,
      }}
    >
      {isAdding && first && (
        <TopUpDialog
          client={{ id: clientId, name: client?.name ?? '' }}
          balance={first.balance}
          onClose={close}
        />
      )}
    </ListPage>
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
