import { Button } from '@mantine/core';
import { IconMasksTheater, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PersonaRow } from '../../../../modules/console/personas/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { useArchiveSwitch } from '../../components/archive-switch.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount } from '../../components/format.ts';
import { ListPage, listOf } from '../../components/list-page.tsx';
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
  const { status, control } = useArchiveSwitch(personaTexts.statusLabel);
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
    <ListPage
      title={personaTexts.title}
      description={personaTexts.description}
      actions={create}
      above={control}
      gap="md"
      list={listOf(query, ({ items }) => items)}
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/c/${clientId}/personas/${id}`}
      isFiltered={status === 'archived'}
      nothingFound={{ icon: IconMasksTheater, title: empty.archivedTitle, text: empty.archivedBody }}
      empty={{ icon: IconMasksTheater, title: empty.title, text: empty.body, action: create }}
    />
  );
}
