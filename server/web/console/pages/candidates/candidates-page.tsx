import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileImport, IconFilterOff, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { ListPage, pagesOf } from '../../components/list-page.tsx';
import { useSelection } from '../../components/selection.tsx';
import { candidateTexts as words } from '../../texts/candidates.ts';
import { SamplesSection } from '../samples/samples-section.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { candidateColumns } from './candidate-columns.tsx';
import { CandidateFilters } from './candidate-filters.tsx';
import { CandidateForm } from './candidate-form.tsx';
import { askedOf, type CandidateView, readView, writeView } from './candidate-view.ts';
import { ImportDialog } from './import-dialog.tsx';
import { whoIs } from './who.ts';

/** Everybody there is something of: one row a person. */
export function CandidatesPage() {
  const clientId = useClientId();
  const mayAdd = useMay('POST /clients/:clientId/candidates');
  const mayDecide = useMay('POST /clients/:clientId/candidates/decisions');
  const [isAdding, adding] = useDisclosure();
  const [isImporting, importing] = useDisclosure();
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const view = readView(address);
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/candidates', { params: { clientId }, query: askedOf(view) }),
    placeholderData: keepPreviousData,
  });
  const change = (next: Partial<CandidateView>) =>
    setAddress(writeView({ ...view, ...next }), { replace: true });
  const list = pagesOf(query);
  const { rows } = list;
  const selection = useSelection(rows, ({ id }) => id, {
    column: words.bulk.column,
    one: (row) => words.bulk.choose(whoIs(row)),
  });
  const isFiltered = Boolean(view.search || view.stage || view.standing || view.doubled);
  return (
    <ListPage
      title={words.title}
      description={words.description}
      label={words.table}
      actions={
        mayAdd && (
          <>
            <Button
              variant="default"
              onClick={importing.open}
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              {words.import}
            </Button>
            <Button onClick={adding.open} leftSection={<IconUserPlus size={16} aria-hidden />}>
              {words.add}
            </Button>
          </>
        )
      }
      above={query.data && <SamplesSection clientId={clientId} isEmpty={!isFiltered && rows?.length === 0} />}
      within={
        <>
          <CandidateFilters view={view} isFiltered={isFiltered} onChange={change} />
          <BulkBar people={selection.chosen} onClear={selection.clear} />
        </>
      }
      list={list}
      columns={candidateColumns}
      selection={mayDecide && selection}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/candidates/${id}`}
      sorting={{ key: view.sort, direction: view.direction }}
      onSort={({ key, direction }) => change({ sort: key as CandidateView['sort'], direction })}
      isFiltered={isFiltered}
      nothingFound={{
        icon: IconFilterOff,
        order: 2,
        ...words.emptyFiltered,
        onClear: () => setAddress({}, { replace: true }),
      }}
      empty={{ icon: IconUsers, order: 2, ...words.empty }}
    >
      {isAdding && (
        <CandidateForm onClose={adding.close} onMade={(id) => navigate(`/c/${clientId}/candidates/${id}`)} />
      )}
      {isImporting && <ImportDialog onClose={importing.close} />}
    </ListPage>
  );
}
