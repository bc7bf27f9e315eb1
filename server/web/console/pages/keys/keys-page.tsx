import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyMade } from '../../../../modules/console/keys/contract.ts';
import { useClientId } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { statusLabels } from '../../texts/common.ts';
import { keysTexts } from '../../texts/keys.ts';
import { KeyMadeDialog } from './key-made.tsx';
import { useKeys } from './keys-api.ts';
import { KeysTable } from './keys-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';

export function KeysPage() {
  const clientId = useClientId();
  const { data, error, refetch } = useKeys(clientId);
  const [shown, setShown] = useState<'inUse' | 'revoked'>('inUse');
  const [isCreating, { open, close }] = useDisclosure();
  const [made, setMade] = useState<{ answer: KeyMade; title: string }>();
  const keys = data?.items;
  const revoked = keys?.filter(({ state }) => state === 'revoked');
  const inUse = keys?.filter(({ state }) => state !== 'revoked');
  const newKey = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
      {keysTexts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={keysTexts.title} description={keysTexts.description} actions={newKey} />
      <Section
        flush
        {...(revoked &&
          revoked.length > 0 && {
            actions: (
              <SegmentedControl
                size="xs"
                aria-label={keysTexts.show}
                value={shown}
                onChange={(value) => setShown(value as typeof shown)}
                data={[
                  { value: 'inUse', label: `${keysTexts.inUse} (${inUse?.length})` },
                  { value: 'revoked', label: `${statusLabels.revoked} (${revoked.length})` },
                ]}
              />
            ),
          })}
      >
        <KeysTable
          clientId={clientId}
          rows={shown === 'revoked' ? revoked : inUse}
          fault={error}
          onRetry={refetch}
          onMade={(answer) => setMade({ answer, title: keysTexts.rotated })}
          empty={
            shown === 'revoked' ? (
              <EmptyState icon={IconKey} title={keysTexts.emptyRevoked} />
            ) : (
              <EmptyState icon={IconKey} title={keysTexts.empty} action={newKey}>
                {keysTexts.emptyText}
              </EmptyState>
            )
          }
        />
      </Section>
      <NewKeyDialog
        clientId={clientId}
        opened={isCreating}
        onClose={close}
        onMade={(answer) => setMade({ answer, title: keysTexts.made })}
      />
      <KeyMadeDialog made={made?.answer} title={made?.title ?? ''} onClose={() => setMade(undefined)} />
    </>
  );
}
