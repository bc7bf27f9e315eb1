import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface RowMenuProps {
  /** Whose actions: "Actions for Production key". */
  label: string;
  /** `Menu.Item`s. */
  children: ReactNode;
}

/** The "…" at the end of a row. */
export function RowMenu({ label, children }: RowMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={label}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
