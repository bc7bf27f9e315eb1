import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterOff, IconMessages, IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { SessionState } from '../../../../modules/console/sessions/contract.ts';
import { readingPages } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { common } from '../../texts/common.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { sessionColumns } from './session-columns.tsx';
import { SessionFilters } from './session-filters.tsx';

const { empty } = sessionTexts;
const LOOK_EVERY_MS = 10_000;

/** Who was invited, the newest first. */
export function SessionsPage() {
  const clientId = useClientId();
  const mayInvite = useMay('POST /clients/:clientId/personas/:personaId/sessions');
  const [isInviting, { open, close }] = useDisclosure();
  const [search, setSearch] = useSearchParams();
  const wanted = (name: string) => search.get(name) || undefined;
  const filter = {
    // Whatever the address says; the server judges it.
    status: wanted('status') as SessionState | undefined,
    project: wanted('project'),
    persona: wanted('persona'),
    search: wanted('search'),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const query = useInfiniteQuery({
    ...readingPages('GET /clients/:clientId/sessions', {
      params: { clientId },
      query: { ...filter, limit: 50 },
    }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    setSearch(next, { replace: true });
  };
  const invite = mayInvite && (
    <Button onClick={open} leftSection={<IconUserPlus size={16} aria-hidden />}>
      {sessionTexts.invite}
    </Button>
  );
  return (
    <>
      <PageHeader title={sessionTexts.title} description={sessionTexts.description} actions={invite} />
      {isInviting && <InviteDialog personaId={filter.persona} onClose={close} />}
      <Stack gap="lg">
        <SessionFilters filter={filter} onChange={change} />
        <Section flush>
          <DataTable
            label={sessionTexts.title}
            columns={sessionColumns}
            rows={query.data?.pages.flatMap(({ items }) => items)}
            rowKey={({ id }) => id}
            rowLink={({ id }) => `/c/${clientId}/sessions/${id}`}
            fault={query.error}
            onRetry={() => void query.refetch()}
            hasMore={query.hasNextPage}
            onMore={() => void query.fetchNextPage()}
            isLoadingMore={query.isFetchingNextPage}
            empty={
              isFiltered ? (
                <EmptyState
                  icon={IconFilterOff}
                  title={empty.filtered}
                  action={
                    <Button variant="default" onClick={() => setSearch({}, { replace: true })}>
                      {common.clearFilters}
                    </Button>
                  }
                >
                  {empty.filteredBody}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={IconMessages}
                  title={empty.title}
                  action={
                    <Button variant="default" component={Link} to={`/c/${clientId}/personas`}>
                      {empty.toPersonas}
                    </Button>
                  }
                >
                  {empty.body}
                </EmptyState>
              )
            }
          />
        </Section>
      </Stack>
    </>
  );
}
