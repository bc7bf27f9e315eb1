import { Button, SegmentedControl } from '@mantine/core';
import { IconMasksTheater, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { PersonaRow } from '../../../../modules/console/personas/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { formatCount } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { statusLabels } from '../../texts/common.ts';
import { personaTexts } from '../../texts/personas.ts';
import { languageName } from '../runs/languages.ts';

const { columns: titles, empty } = personaTexts;

const columns: readonly Column<PersonaRow>[] = [
  {
    key: 'role',
    title: titles.role,
    isName: true,
    render: ({ roleName }) => roleName,
    sortBy: ({ roleName }) => roleName.toLowerCase(),
  },
  {
    key: 'language',
    title: titles.language,
    render: ({ language }) => languageName(language),
    sortBy: ({ language }) => languageName(language),
  },
  {
    key: 'minutes',
    title: titles.minutes,
    align: 'end',
    render: ({ maxMinutes }) => personaTexts.minutes(maxMinutes),
    sortBy: ({ maxMinutes }) => maxMinutes,
  },
  {
    key: 'sessions',
    title: titles.sessions,
    align: 'end',
    render: ({ sessions }) => formatCount(sessions),
    sortBy: ({ sessions }) => sessions,
  },
  {
    key: 'changed',
    title: titles.changed,
    hideNarrow: true,
    render: ({ updatedAt, createdAt }) => <DateTime value={updatedAt ?? createdAt} style="relative" />,
    sortBy: ({ updatedAt, createdAt }) => updatedAt ?? createdAt,
  },
];

/** The interviewers of a client. */
export function PersonasPage() {
  const clientId = useClientId();
  const mayCreate = useMay('POST /clients/:clientId/personas');
  const [search, setSearch] = useSearchParams();
  const status = search.get('status') === 'archived' ? 'archived' : 'active';
  const query = useQuery(
    reading('GET /clients/:clientId/personas', { params: { clientId }, query: { status } }),
  );
  const create = mayCreate && (
    <Button
      component={Link}
      to={`/c/${clientId}/personas/new`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {personaTexts.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={personaTexts.title} description={personaTexts.description} actions={create} />
      <SegmentedControl
        mb="md"
        aria-label={personaTexts.statusLabel}
        value={status}
        onChange={(next) => setSearch(next === 'archived' ? { status: next } : {}, { replace: true })}
        data={[
          { value: 'active', label: statusLabels.active },
          { value: 'archived', label: statusLabels.archived },
        ]}
      />
      <Section flush>
        <DataTable
          label={personaTexts.title}
          columns={columns}
          rows={query.data?.items}
          rowKey={({ id }) => id}
          rowLink={({ id }) => `/c/${clientId}/personas/${id}`}
          fault={query.error}
          onRetry={() => void query.refetch()}
          empty={
            status === 'active' ? (
              <EmptyState icon={IconMasksTheater} title={empty.title} action={create}>
                {empty.body}
              </EmptyState>
            ) : (
              <EmptyState icon={IconMasksTheater} title={empty.archivedTitle}>
                {empty.archivedBody}
              </EmptyState>
            )
          }
        />
      </Section>
    </>
  );
}
