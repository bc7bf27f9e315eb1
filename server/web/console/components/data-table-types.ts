import type { ReactNode } from 'react';
import type { Sorting } from './sort-rows.ts';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Makes the column sortable here, once all rows are loaded: the best of some is not the best of all. */
  sortBy?: (row: Row) => string | number | null | undefined;
  /** Makes the column sortable by the server, the highest first: `onSort` is called instead. */
  serverSort?: boolean;
  align?: 'start' | 'end';
  /** As narrow as its content. */
  isNarrow?: boolean;
  /** Not on phones. */
  hideNarrow?: boolean;
  /** Names the row: rendered as a row header, and as the link of `rowLink`. One per table. */
  isName?: boolean;
  /** The title is for screen readers only (columns of buttons). */
  hideTitle?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Where a click on the row leads; the column with `isName` becomes the link. */
  rowLink?: (row: Row) => string | undefined;
  /** Instead of `rowLink`: what a click on the row opens here; the column with `isName` becomes the button. */
  onOpen?: (row: Row) => void;
  /** Shown instead of an empty table. */
  empty: ReactNode;
  fault?: unknown;
  onRetry?: () => void;
  /** How many rows the skeleton has. @default 6 */
  skeletonRows?: number;
  /** Keeps the rows but dims them: other ones are on their way. */
  isStale?: boolean;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** How many rows there are in all, loaded or not. */
  total?: number | undefined;
  /** Lists with a cursor. */
  hasMore?: boolean;
  onMore?: () => void;
  isLoadingMore?: boolean;
  /** Lists with an offset. Pages count from 1. */
  page?: { current: number; sizeRows: number; totalRows: number; onChange: (page: number) => void };
}
