import { Button, Group, Tabs } from '@mantine/core';
import { IconFileSearch, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ListSection, pagesOf } from '../../components/list-page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { searchTexts } from '../../texts/search.ts';
import { CorporaTable } from './corpora-table.tsx';
import { searchColumns } from './search-columns.tsx';

const { empty, tabs } = searchTexts;
const LIVE_EVERY_MS = 1500;

/** Searches that were made, and the corpora that there are to search. */
export function SearchHomePage() {
  const clientId = useClientId();
  const maySearch = useMay('POST /clients/:clientId/searches');
  const [search, setSearch] = useSearchParams();
  const create = maySearch && (
    <Button
      component={Link}
      to={`/c/${clientId}/cv-search/new`}
      leftSection={<IconSearch size={16} aria-hidden />}
    >
      {searchTexts.newSearch}
    </Button>
  );
  return (
    <>
      <PageHeader title={searchTexts.title} description={searchTexts.description} actions={create} />
      <Tabs
        value={search.get('tab') ?? 'searches'}
        onChange={(tab) => setSearch(tab === 'corpora' ? { tab } : {}, { replace: true })}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="searches">{tabs.searches}</Tabs.Tab>
          <Tabs.Tab value="corpora">{tabs.corpora}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="searches">
          <Searches />
        </Tabs.Panel>
        <Tabs.Panel value="corpora">
          <CorporaTable />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Searches() {
  const clientId = useClientId();
  const [search, setSearch] = useSearchParams();
  const text = search.get('search') || undefined;
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/searches', {
      params: { clientId },
      query: { search: text, jobId: search.get('jobId') || undefined, limit: 50 },
    }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ finishedAt }) => finishedAt === null))
        ? LIVE_EVERY_MS
        : false,
  });
  return (
    <ListSection
      label={tabs.searches}
      above={
        <Group>
          <SearchInput
            label={searchTexts.filters.search}
            value={text ?? ''}
            onChange={(value) => setSearch(value.trim() ? { search: value.trim() } : {}, { replace: true })}
          />
        </Group>
      }
      gap="md"
      list={pagesOf(query)}
      columns={searchColumns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/cv-search/${id}`}
      isFiltered={text !== undefined}
      nothingFound={{ icon: IconFilterOff, title: empty.filtered, text: empty.filteredBody }}
      empty={{ icon: IconFileSearch, title: empty.title, text: empty.body }}
    />
  );
}
