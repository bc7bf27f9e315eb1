import { Button, Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { common } from '../texts/common.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { EmptyState, type EmptyStateProps } from './empty-state.tsx';
import { PageHeader, type PageHeaderProps } from './page-header.tsx';
import { Section, type SectionProps } from './section.tsx';
import type { Selection } from './selection.tsx';

/** What a table needs of the answer that it shows. */
type Listed<Row> = Pick<
  DataTableProps<Row>,
  'rows' | 'fault' | 'onRetry' | 'isStale' | 'total' | 'hasMore' | 'onMore' | 'isLoadingMore'
>;
type Nothing = Omit<EmptyStateProps, 'children'> & { text?: ReactNode };

interface ListProps<Row> extends Omit<DataTableProps<Row>, keyof Listed<Row> | 'empty' | 'page'> {
  list: Listed<Row>;
  /** What is shown while there is nothing. */
  empty: Nothing;
  /** The same while the list is narrowed to what there is nothing of; `onClear` gives it a button. */
  nothingFound?: Nothing & { onClear?: () => void };
  /** Whether it is. */
  isFiltered?: boolean;
  /** Of rows that something is done with together. */
  selection?: Selection<Row> | false;
  /** Over the card: filters, figures. */
  above?: ReactNode;
  /** Between what is over the card and the card. @default lg */
  gap?: 'md' | 'lg';
  /** The card's own heading and buttons. */
  card?: Pick<SectionProps, 'title' | 'description' | 'actions'>;
  /** In the card, over the table. */
  within?: ReactNode;
  /** Under the card: another section. */
  below?: ReactNode;
}

interface ListPageProps<Row> extends Omit<ListProps<Row>, 'label'>, Omit<PageHeaderProps, 'badge' | 'back'> {
  /** @default title */
  label?: string;
  /** Dialogs. */
  children?: ReactNode;
}

/** A page that is a list: its head, what narrows it, the table, and what is said where there is nothing. */
export function ListPage<Row>({ title, description, actions, children, ...list }: ListPageProps<Row>) {
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <ListSection label={title} {...list} />
      {children}
    </>
  );
}

/** The same without a head, for pages of several lists. */
export function ListSection<Row>({
  list,
  columns,
  empty,
  nothingFound,
  isFiltered = false,
  selection = false,
  above,
  gap = 'lg',
  card,
  within,
  below,
  ...table
}: ListProps<Row>) {
  const section = (
    <Section flush {...card}>
      {within}
      <DataTable
        {...table}
        {...list}
        columns={selection ? [selection.column, ...columns] : columns}
        empty={isFiltered && nothingFound ? <NothingFound {...nothingFound} /> : <Nothing {...empty} />}
      />
    </Section>
  );
  if (!above && !below) return section;
  return (
    <Stack gap={gap}>
      {above}
      {section}
      {below}
    </Stack>
  );
}

const Nothing = ({ text, ...said }: Nothing) => <EmptyState {...said}>{text}</EmptyState>;

const NothingFound = ({ onClear, ...said }: Nothing & { onClear?: () => void }) => (
  <Nothing
    {...said}
    action={
      onClear && (
        <Button variant="default" onClick={onClear}>
          {common.clearFilters}
        </Button>
      )
    }
  />
);

const asked = (query: Pick<UseQueryResult, 'error' | 'refetch' | 'isPlaceholderData'>) => ({
  fault: query.error,
  onRetry: () => void query.refetch(),
  isStale: query.isPlaceholderData,
});

/**
 * A list that comes at once.
 *
 * @param rows of the answer, those that are shown
 */
export const listOf = <Answer, Row>(
  query: UseQueryResult<Answer>,
  rows: (answer: Answer) => readonly Row[] | undefined,
): Listed<Row> => ({ ...asked(query), rows: query.data && rows(query.data) });

/** A list that comes page by page. */
export const pagesOf = <Row,>(
  query: UseInfiniteQueryResult<InfiniteData<{ items: Row[]; total?: number }, unknown>>,
): Listed<Row> => ({
  ...asked(query),
  rows: query.data?.pages.flatMap(({ items }) => items),
  total: query.data?.pages.at(-1)?.total,
  hasMore: query.hasNextPage,
  onMore: () => void query.fetchNextPage(),
  isLoadingMore: query.isFetchingNextPage,
});
