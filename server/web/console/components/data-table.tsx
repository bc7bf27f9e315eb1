import { Anchor, Box, Skeleton, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { common } from '../texts/common.ts';
import classes from './data-table.module.css';
import { DataTableFoot } from './data-table-foot.tsx';
import { DataTableHead } from './data-table-head.tsx';
import type { Column, DataTableProps } from './data-table-types.ts';
import { FaultAlert } from './fault-alert.tsx';
import { type Sorting, sortRows } from './sort-rows.ts';

export type { Column, DataTableProps } from './data-table-types.ts';
export type { Sorting } from './sort-rows.ts';

/**
 * Every list of the console: sortable heads, a skeleton of the same height while loading, an empty state, and
 * "load more" or pages. On phones each row becomes a card. Stands in a `Section flush` or a `Paper`.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowLink, onOpen, empty, fault, onRetry, isStale, onSort } = props;
  const [ownSorting, setOwnSorting] = useState<Sorting>();
  const sorting = ownSorting ?? props.sorting;
  const isComplete = !props.hasMore;
  const sorted = isComplete ? columns.find(({ key, sortBy }) => sortBy && key === sorting?.key) : undefined;
  const shown = rows && sorted?.sortBy && sorting ? sortRows(rows, sorted.sortBy, sorting.direction) : rows;

  if (fault && !rows) {
    return (
      <Box p="md">
        <FaultAlert fault={fault} {...(onRetry && { onRetry })} />
      </Box>
    );
  }
  if (shown?.length === 0) return <>{empty}</>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.table} aria-label={label} aria-busy={!rows}>
          <DataTableHead
            columns={columns}
            sorting={props.onSort ? props.sorting : sorting}
            isComplete={isComplete}
            onSort={(column, next) => (column.serverSort ? onSort?.(next) : setOwnSorting(next))}
          />
          <tbody style={{ opacity: isStale ? 0.55 : 1 }}>
            {shown
              ? shown.map((row) => (
                  <TableRow
                    key={rowKey(row)}
                    row={row}
                    columns={columns}
                    link={rowLink?.(row)}
                    onOpen={onOpen}
                  />
                ))
              : Array.from({ length: props.skeletonRows ?? 6 }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
                  <SkeletonRow key={index} columns={columns} index={index} />
                ))}
          </tbody>
        </table>
      </div>
      {!rows && <VisuallyHidden role="status">{common.loading}</VisuallyHidden>}
      <DataTableFoot {...props} />
    </>
  );
}

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  link: string | undefined;
  onOpen: ((row: Row) => void) | undefined;
}

function TableRow<Row>({ row, columns, link, onOpen }: RowProps<Row>) {
  const navigate = useNavigate();
  const click = (event: MouseEvent<HTMLElement>) => {
    // The row is a larger target for the mouse; what is inside it keeps its own clicks, and text can be selected.
    const target = event.target as HTMLElement;
    const isInside = target.closest('a,button,input,label,[role=menuitem]') !== null;
    // React hands on clicks in dialogs that the row has opened, which lie elsewhere in the document.
    const isElsewhere = !event.currentTarget.contains(target);
    if (isInside || isElsewhere || window.getSelection()?.toString()) return;
    if (link) navigate(link);
    else onOpen?.(row);
  };
  return (
    <tr {...((link || onOpen) && { className: classes.link, onClick: click })}>
      {columns.map((column) => {
        const content = column.render(row);
        const Cell = column.isName ? 'th' : 'td';
        return (
          <Cell key={column.key} {...cellProps(column)}>
            {column.isName && link ? (
              <Anchor component={Link} to={link} c="inherit" inherit>
                {content}
              </Anchor>
            ) : column.isName && onOpen ? (
              <Anchor
                component="button"
                type="button"
                c="inherit"
                inherit
                ta="start"
                onClick={() => onOpen(row)}
              >
                {content}
              </Anchor>
            ) : (
              content
            )}
          </Cell>
        );
      })}
    </tr>
  );
}

function SkeletonRow<Row>({ columns, index }: { columns: readonly Column<Row>[]; index: number }) {
  return (
    <tr>
      {columns.map((column, place) => (
        <td key={column.key} {...cellProps({ ...column, isName: false })}>
          <Skeleton
            height={12}
            my={5}
            width={column.isNarrow ? 48 : `${50 + ((index * 17 + place * 29) % 40)}%`}
          />
        </td>
      ))}
    </tr>
  );
}

const cellProps = <Row,>(column: Column<Row>) => ({
  ...(column.isName && { scope: 'row' as const }),
  'data-label': column.hideTitle ? '' : column.title,
  'data-align': column.align,
  'data-narrow': column.isNarrow || undefined,
  'data-hide-narrow': column.hideNarrow || undefined,
});
