import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Column } from './data-table-types.ts';

export interface Selection<Row> {
  /** Of the rows that are shown. */
  chosen: Row[];
  column: Column<Row>;
  clear(): void;
}

/**
 * Rows of a list that something is done with together.
 *
 * @param words.one the label of a row's box; `words.column` the column's name, for screen readers
 */
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string | null,
  words: { column: string; one: (row: Row) => string },
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: (rows ?? []).filter((row) => keys.has(keyOf(row) ?? '')),
    clear: () => setKeys(new Set()),
    column: {
      key: 'selection',
      title: words.column,
      hideTitle: true,
      isNarrow: true,
      render: (row) => {
        const key = keyOf(row);
        return (
          key !== null && (
            <Checkbox
              aria-label={words.one(row)}
              checked={keys.has(key)}
              onChange={(event) => {
                const next = new Set(keys);
                if (event.currentTarget.checked) next.add(key);
                else next.delete(key);
                setKeys(next);
              }}
            />
          )
        );
      },
    },
  };
}
