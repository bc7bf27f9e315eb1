import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useClientId, useMay } from '../../api/session.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
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
    <ListPage
      title={words.title}
      description={words.description}
      actions={begin}
      label={words.list}
      card={{
        title: words.list,
        actions: (
          <TextInput
            aria-label={words.find}
            placeholder={words.find}
            title={words.findHint}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={externalId}
            onChange={(event) => setExternalId(event.currentTarget.value)}
            autoComplete="off"
          />
        ),
      }}
      list={pagesOf(deletions)}
      columns={deletionColumns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/deletions/${id}`}
      isFiltered={asked !== ''}
      nothingFound={{ icon: IconTrash, title: words.notFound, text: words.findHint }}
      empty={{ icon: IconTrash, title: words.empty, text: words.emptyHint }}
    >
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
    </ListPage>
  );
}
