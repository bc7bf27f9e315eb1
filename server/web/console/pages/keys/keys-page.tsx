import { Button, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyMade } from '../../../../modules/console/keys/contract.ts';
import { useClientId } from '../../api/session.ts';
import { ListPage, listOf } from '../../components/list-page.tsx';
import { statusLabels } from '../../texts/common.ts';
import { keysTexts } from '../../texts/keys.ts';
import { keyColumns } from './key-columns.tsx';
import { KeyMadeDialog } from './key-made.tsx';
import { useKeys } from './keys-api.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

export function KeysPage() {
  const clientId = useClientId();
  const query = useKeys(clientId);
  const [shown, setShown] = useState<'inUse' | 'revoked'>('inUse');
  const [isCreating, { open, close }] = useDisclosure();
  const [made, setMade] = useState<{ answer: KeyMade; title: string }>();
  const keys = query.data?.items;
  const revoked = keys?.filter(({ state }) => state === 'revoked');
  const inUse = keys?.filter(({ state }) => state !== 'revoked');
  const newKey = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
      {keysTexts.create}
    </Button>
  );
  return (
    <ListPage
      title={keysTexts.title}
      description={keysTexts.description}
      actions={newKey}
      {...(revoked &&
        revoked.length > 0 && {
          card: {
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
          },
        })}
      list={listOf(query, () => (shown === 'revoked' ? revoked : inUse))}
      columns={keyColumns(clientId, (answer) => setMade({ answer, title: keysTexts.rotated }))}
      rowKey={({ id }) => id}
      isFiltered={shown === 'revoked'}
      nothingFound={{ icon: IconKey, title: keysTexts.emptyRevoked }}
      empty={{ icon: IconKey, title: keysTexts.empty, text: keysTexts.emptyText, action: newKey }}
    >
      <NewKeyDialog
        clientId={clientId}
        opened={isCreating}
        onClose={close}
        onMade={(answer) => setMade({ answer, title: keysTexts.made })}
      />
      <KeyMadeDialog made={made?.answer} title={made?.title ?? ''} onClose={() => setMade(undefined)} />
    </ListPage>
  );
}
