import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Importance } from '../../../../../domain/requirements/types.ts';
import { jobTexts } from '../../../texts/jobs.ts';
import classes from '../jobs.module.css';
import { replaced, without } from './draft.ts';
import { FaultText } from './fault-text.tsx';
import { ImportanceInput } from './importance-input.tsx';

const { editor: words } = jobTexts;

interface EntryListProps<Entry extends { importance: Importance }> {
  entries: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  make: () => Entry;
  most: number;
  /** e.g. "Hard skill", for labels. */
  what: string;
  /** e.g. "a hard skill", for the button. */
  addWhat: string;
  /** What is wrong with the list as a whole. */
  fault: string | undefined;
  nameOf: (entry: Entry) => string;
  columns?: 4;
  /** The fields of one entry, before its importance. */
  fields: (entry: Entry, at: number, change: (entry: Entry) => void) => ReactNode;
}

/** Requirements of one kind: each with its fields, how much it matters, and a button that takes it away. */
export function EntryList<Entry extends { importance: Importance }>(props: EntryListProps<Entry>) {
  const { entries, onChange, make, most, what, addWhat, fault, nameOf, columns, fields } = props;
  return (
    <Stack gap="sm">
      {entries.length > 0 && (
        <ul className={classes.rows}>
          {entries.map((entry, at) => {
            const change = (next: Entry) => onChange(replaced(entries, at, next));
            const name = nameOf(entry) || words.entry(what, at + 1);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and never change their order
              <li key={at} className={classes.row} data-columns={columns}>
                {fields(entry, at, change)}
                <ImportanceInput
                  of={name}
                  value={entry.importance}
                  onChange={(importance) => change({ ...entry, importance })}
                />
                <ActionIcon
                  size={36}
                  aria-label={words.remove(name)}
                  onClick={() => onChange(without(entries, at))}
                >
                  <IconTrash size={17} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      )}
      <FaultText fault={fault} />
      {entries.length < most && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => onChange([...entries, make()])}
          >
            {words.add(addWhat)}
          </Button>
        </div>
      )}
    </Stack>
  );
}
