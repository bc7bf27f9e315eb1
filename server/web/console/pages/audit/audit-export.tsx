import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { audit } from '../../texts/audit.ts';
import { type AuditFilter, exportAddress } from './audit-filter.ts';

/** The entries of the filter as a file. */
export function AuditExport({ clientId, filter }: { clientId: string | null; filter: AuditFilter }) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {audit.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={exportAddress(clientId, filter, 'jsonl')} download>
          {audit.exportJson}
        </Menu.Item>
        <Menu.Item component="a" href={exportAddress(clientId, filter, 'csv')} download>
          {audit.exportCsv}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
