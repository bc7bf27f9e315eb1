import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { clientsTexts } from '../../texts/clients.ts';
import { clientColumns } from './client-columns.tsx';
import { useInstallationOverview } from './clients-api.ts';
import { NewClientDialog } from './new-client-dialog.tsx';

/** With more clients than this, the list can be searched. */
const SEARCH_FROM = 8;

export function ClientsPage() {
  const { data, error, refetch } = useInstallationOverview();
  const [search, setSearch] = useState('');
  const [isCreating, { open, close }] = useDisclosure();
  const clients = data?.clients;
  const wanted = search.trim().toLowerCase();
  const newClient = (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
      {clientsTexts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={clientsTexts.title} description={clientsTexts.description} actions={newClient} />
      <Section
        flush
        {...(clients &&
          clients.length >= SEARCH_FROM && {
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
          })}
      >
        <DataTable
          label={clientsTexts.title}
          columns={clientColumns}
          rows={clients?.filter(({ name }) => name.toLowerCase().includes(wanted))}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/c/${id}/overview`}
          sorting={{ key: 'name', direction: 'asc' }}
          fault={error}
          onRetry={refetch}
          empty={
            wanted ? (
              <EmptyState icon={IconSearch} title={clientsTexts.nothingFound} />
            ) : (
              <EmptyState icon={IconBuilding} title={clientsTexts.empty} action={newClient}>
                {clientsTexts.emptyText}
              </EmptyState>
            )
          }
        />
      </Section>
      {isCreating && <NewClientDialog onClose={close} />}
    </>
  );
}
