import { Button, Pagination, Text } from '@mantine/core';
import { common } from '../texts/common.ts';
import classes from './data-table.module.css';
import type { DataTableProps } from './data-table-types.ts';

type FootProps<Row> = Pick<
  DataTableProps<Row>,
  'hasMore' | 'onMore' | 'isLoadingMore' | 'page' | 'rows' | 'total'
>;

/** How the list goes on: "load more", or pages with what is shown of how many. */
export function DataTableFoot<Row>({ hasMore, onMore, isLoadingMore, page, rows, total }: FootProps<Row>) {
  if (page && rows) {
    const from = (page.current - 1) * page.sizeRows + 1;
    return (
      <div className={classes.foot} data-print="hide">
        <Text size="xs" c="dimmed" data-figures>
          {common.rowsShown(from, from + rows.length - 1, page.totalRows)}
        </Text>
        {page.totalRows > page.sizeRows && (
          <Pagination
            size="sm"
            siblings={1}
            total={Math.ceil(page.totalRows / page.sizeRows)}
            value={page.current}
            onChange={page.onChange}
            getItemProps={(number) => ({ 'aria-label': common.page(number) })}
            getControlProps={(control) => ({ 'aria-label': common.pageControls[control] })}
          />
        )}
      </div>
    );
  }
  const canLoad = hasMore && onMore;
  const isCounted = total !== undefined && rows !== undefined;
  if (!canLoad && !isCounted) return null;
  return (
    <div
      className={classes.foot}
      data-print="hide"
      {...(!isCounted && { style: { justifyContent: 'center' } })}
    >
      {isCounted && (
        <Text size="xs" c="dimmed" data-figures>
          {common.rowsLoaded(rows.length, total)}
        </Text>
      )}
      {canLoad && (
        <Button variant="default" size="xs" onClick={onMore} loading={isLoadingMore === true}>
          {common.loadMore}
        </Button>
      )}
    </div>
  );
}
