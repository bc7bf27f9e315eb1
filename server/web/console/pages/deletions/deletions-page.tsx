import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { deletionTexts as words } from '../../texts/retention.ts';
import { deletionColumns } from './deletion-columns.tsx';
import { useDeletions } from './deletion-queries.ts';
import { NewDeletionDialog } from './new-deletion-dialog.tsx';
import { emptyDraft } from './subject-form.ts';

/** Opened with `?run=<id>` or `?candidate=<id>`, it asks about that. What was deleted on request, with the certificates; and the way to delete more. */
export function DeletionsPage() {
  const clientId = useClientId();
  const mayDelete = useMay('POST /clients/:clientId/deletions');
  const [address, setAddress] = useSearchParams();
  const runId = address.get('run');
  const candidateId = address.get('candidate');
  const named = candidateId ?? runId;
  const [isOpen, { open, close }] = useDisclosure();
  const [externalId, setExternalId] = useState('');
  const [asked] = useDebouncedValue(externalId, 300);
  const deletions = useDeletions(clientId, asked);
  const begin = mayDelete && (
    <Button leftSection={<IconTrash size={17} aria-hidden />} onClick={open}>
      {words.new}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={begin} />
      <Section
        flush
        title={words.list}
        actions={
          <TextInput
            aria-label={words.find}
            placeholder={words.find}
            title={words.findHint}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={externalId}
            onChange={(event) => setExternalId(event.currentTarget.value)}
            autoComplete="off"
          />
        }
      >
        <DataTable
          label={words.list}
          columns={deletionColumns}
          rows={deletions.data?.pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/c/${clientId}/deletions/${id}`}
          fault={deletions.error}
          onRetry={deletions.refetch}
          isStale={deletions.isPlaceholderData}
          hasMore={deletions.hasNextPage}
          onMore={deletions.fetchNextPage}
          isLoadingMore={deletions.isFetchingNextPage}
          empty={
            <EmptyState icon={IconTrash} title={asked === '' ? words.empty : words.notFound}>
              {asked === '' ? words.emptyHint : words.findHint}
            </EmptyState>
          }
        />
      </Section>
      {mayDelete && (isOpen || named !== null) && (
        <NewDeletionDialog
          clientId={clientId}
          {...(runId !== null && { draft: { ...emptyDraft, kind: 'run', runId } })}
          {...(candidateId !== null && { draft: { ...emptyDraft, kind: 'candidate', candidateId } })}
          onClose={() => {
            close();
            if (named !== null) setAddress({}, { replace: true });
          }}
        />
      )}
    </>
  );
}
