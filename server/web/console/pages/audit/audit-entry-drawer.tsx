import { Code, Drawer, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../../../modules/console/audit/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { audit } from '../../texts/audit.ts';
import { common } from '../../texts/common.ts';
import { actionLabel } from './audit-actions.ts';
import { AuditActor } from './audit-actor.tsx';

interface AuditEntryDrawerProps {
  /** Undefined: closed. */
  entry: AuditEntry | undefined;
  onClose: () => void;
}

/** Everything the log holds of one entry. */
export function AuditEntryDrawer({ entry, onClose }: AuditEntryDrawerProps) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      title={entry && audit.entry(entry.seq)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {entry && (
        <Stack gap="md">
          <Fact name={audit.columns.action}>
            {actionLabel(entry.action)} <Code>{entry.action}</Code>
          </Fact>
          <Fact name={audit.columns.at}>
            <DateTime value={entry.at} />
          </Fact>
          <Fact name={audit.columns.actor}>
            <AuditActor actor={entry.actor} />
          </Fact>
          <Fact name={audit.columns.ip}>{entry.ipAddress ?? '–'}</Fact>
          <Fact name={audit.columns.client}>
            {entry.clientName ?? entry.clientId ?? audit.wholeInstallation}
          </Fact>
          {entry.target && (
            <Fact name={audit.columns.target}>
              {entry.targetName}
              <CopyValue value={entry.target} />
            </Fact>
          )}
          <Fact name={audit.details}>
            {Object.keys(entry.details).length === 0 ? (
              audit.noDetails
            ) : (
              <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {JSON.stringify(entry.details, null, 2)}
              </Code>
            )}
          </Fact>
          <Fact name={audit.hash}>
            <CopyValue value={entry.hash} />
          </Fact>
        </Stack>
      )}
    </Drawer>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={2}>
        {name}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </div>
  );
}
