import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage, listOf } from '../../components/list-page.tsx';
import { clientsTexts } from '../../texts/clients.ts';
import { clientColumns } from './client-columns.tsx';
import { useInstallationOverview } from './clients-api.ts';
import { NewClientDialog } from './new-client-dialog.tsx';

/** With more clients than this, the list can be searched. */
const SEARCH_FROM = 8;

export function ClientsPage() {
  const overview = useInstallationOverview();
  const [search, setSearch] = useState('');
  const [isCreating, { open, close }] = useDisclosure();
  const wanted = search.trim().toLowerCase();
  const newClient = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
      {clientsTexts.create}
    </Button>
  );
  return (
    <ListPage
      title={clientsTexts.title}
      description={clientsTexts.description}
      actions={newClient}
      {...(overview.data &&
        overview.data.clients.length >= SEARCH_FROM && {
          card: {
            actions: (
              <TextInput
                size="xs"
                aria-label={clientsTexts.searchLabel}
                placeholder={clientsTexts.searchLabel}
                leftSection={<IconSearch size={14} aria-hidden />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
            ),
          },
        })}
      list={listOf(overview, ({ clients }) =>
        clients.filter(({ name }) => name.toLowerCase().includes(wanted)),
      )}
      columns={clientColumns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${id}/overview`}
      sorting={{ key: 'name', direction: 'asc' }}
      isFiltered={wanted !== ''}
      nothingFound={{ icon: IconSearch, title: clientsTexts.nothingFound }}
      empty={{
        icon: IconBuilding,
        title: clientsTexts.empty,
        text: clientsTexts.emptyText,
        action: newClient,
      }}
    >
      {isCreating && <NewClientDialog onClose={close} />}
    </ListPage>
  );
}
