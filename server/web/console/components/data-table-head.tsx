import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { common } from '../texts/common.ts';
import classes from './data-table.module.css';
import type { Column } from './data-table-types.ts';
import { nextSorting, type Sorting } from './sort-rows.ts';

interface DataTableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting | undefined;
  /** Whether the rows that are here are all. */
  isComplete: boolean;
  onSort: (column: Column<Row>, sorting: Sorting) => void;
}

/** Titles of the columns; those that sort are buttons and say by what the table is sorted. */
export function DataTableHead<Row>({ columns, sorting, isComplete, onSort }: DataTableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const isSorted = sorting?.key === column.key;
          const canSort = column.serverSort === true || (column.sortBy !== undefined && isComplete);
          const first = column.serverSort ? 'desc' : 'asc';
          const Arrow = isSorted && sorting.direction === 'desc' ? IconArrowDown : IconArrowUp;
          return (
            <th
              key={column.key}
              scope="col"
              data-align={column.align}
              data-narrow={column.isNarrow || undefined}
              {...(isSorted && { 'aria-sort': sorting.direction === 'asc' ? 'ascending' : 'descending' })}
            >
              {canSort ? (
                <UnstyledButton
                  className={classes.sort}
                  data-sorted={isSorted || undefined}
                  title={common.sortBy(column.title)}
                  onClick={() => onSort(column, nextSorting(sorting, column.key, first))}
                >
                  {column.title}
                  <Arrow size={13} aria-hidden />
                </UnstyledButton>
              ) : column.hideTitle ? (
                <VisuallyHidden>{column.title}</VisuallyHidden>
              ) : (
                column.title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
