import { Alert, Button, Group, List, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeletionPreview } from '../../../../modules/console/deletions/contract.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatSize } from '../../components/format.ts';
import { serviceTypeName } from '../../components/service-types.ts';
import { common } from '../../texts/common.ts';
import { deletionTexts as words } from '../../texts/retention.ts';

interface ConfirmStepProps {
  found: DeletionPreview;
  isPending: boolean;
  fault: unknown;
  onBack: () => void;
  onConfirm: () => void;
}

/** What it is, and the deed. */
export function ConfirmStep({ found, isPending, fault, onBack, onConfirm }: ConfirmStepProps) {
  const [typed, setTyped] = useState('');
  const mayDelete = typed.trim() === words.confirmWord;
  const { runs, count, underWay, files, sizeBytes, webhookMessages, candidates, recordRows } = found;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (mayDelete) onConfirm();
      }}
    >
      <Stack>
        <Alert color="red" icon={<IconTrash aria-hidden />} title={words.cannotUndo}>
          {[
            words.found(count),
            words.foundFiles(files, formatSize(sizeBytes)),
            webhookMessages > 0 && words.foundWebhooks(webhookMessages),
            candidates > 0 && words.foundCandidates(candidates),
            recordRows > 0 && words.foundRecordRows(recordRows),
          ]
            .filter(Boolean)
            .join(' · ')}
          . {words.alsoGone}
        </Alert>
        {underWay > 0 && <Text size="sm">{words.underWay(underWay)}</Text>}
        <ScrollArea.Autosize
          mah={180}
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': words.runsFound }}
        >
          <List size="sm" spacing={4} listStyleType="none">
            {runs.map((run) => (
              <List.Item key={run.id}>
                <Group gap="0 8px">
                  <Text span size="sm" ff="monospace">
                    {run.id}
                  </Text>
                  <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                    {serviceTypeName(run.serviceType)} · <DateTime value={run.createdAt} style="date" />
                  </Text>
                </Group>
              </List.Item>
            ))}
          </List>
          {count > runs.length && (
            <Text size="sm" c="dimmed">
              {words.more(count - runs.length)}
            </Text>
          )}
        </ScrollArea.Autosize>
        <TextInput
          label={common.typeToConfirm(words.confirmWord)}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <FaultAlert fault={fault} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack} disabled={isPending}>
            {words.back}
          </Button>
          <Button type="submit" color="red" loading={isPending} disabled={!mayDelete}>
            {words.delete(count)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
