import { Anchor, Button, Group, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ProjectRow } from '../../../../modules/console/projects/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import type { Column } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount } from '../../components/format.ts';
import { ListPage, listOf } from '../../components/list-page.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { projectsTexts } from '../../texts/clients.ts';
import { common } from '../../texts/common.ts';
import { ProjectActions } from './project-actions.tsx';
import { ProjectDialog } from './project-dialog.tsx';

export function ProjectsPage() {
  const clientId = useClientId();
  const mayChange = useMay('POST /clients/:clientId/projects');
  const [isCreating, { open, close }] = useDisclosure();
  const projects = useQuery(reading('GET /clients/:clientId/projects', { params: { clientId } }));
  const newProject = mayChange && (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={open}>
      {projectsTexts.create}
    </Button>
  );
  return (
    <ListPage
      title={projectsTexts.title}
      description={projectsTexts.description}
      actions={newProject}
      list={listOf(projects, ({ items }) => items)}
      columns={columnsOf(clientId, mayChange)}
      rowKey={({ id }) => id}
      empty={{
        icon: IconFolders,
        title: projectsTexts.empty,
        text: mayChange ? projectsTexts.emptyText : projectsTexts.emptyReader,
        action: newProject,
      }}
    >
      {isCreating && <ProjectDialog clientId={clientId} onClose={close} />}
    </ListPage>
  );
}

const columnsOf = (clientId: string, mayChange: boolean): Column<ProjectRow>[] => [
  {
    key: 'name',
    title: projectsTexts.name,
    isName: true,
    sortBy: ({ name }) => name,
    render: ({ name, archivedAt }) => (
      <Group gap="xs">
        {name}
        {archivedAt !== null && <StatusBadge status="archived" size="sm" />}
      </Group>
    ),
  },
  {
    key: 'runs',
    title: projectsTexts.runs,
    align: 'end',
    isNarrow: true,
    sortBy: ({ runs }) => runs,
    render: ({ id, runs, name }) =>
      runs === 0 ? (
        '0'
      ) : (
        <Anchor component={Link} to={`/c/${clientId}/runs?project=${id}&serviceType=any`}>
          {formatCount(runs)}
          <VisuallyHidden> {projectsTexts.runsOf(name)}</VisuallyHidden>
        </Anchor>
      ),
  },
  {
    key: 'keys',
    title: projectsTexts.keys,
    align: 'end',
    isNarrow: true,
    sortBy: ({ validKeys }) => validKeys,
    render: ({ validKeys }) => formatCount(validKeys),
  },
  {
    key: 'id',
    title: projectsTexts.id,
    hideNarrow: true,
    render: ({ id }) => <CopyValue value={id} shown={`${id.slice(0, 8)}…`} label={projectsTexts.copyId} />,
  },
  {
    key: 'created',
    title: projectsTexts.created,
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <DateTime value={createdAt} style="date" />,
  },
  ...(mayChange
    ? [
        {
          key: 'actions',
          title: common.actions,
          hideTitle: true,
          isNarrow: true,
          align: 'end' as const,
          render: (row: ProjectRow) => <ProjectActions clientId={clientId} project={row} />,
        },
      ]
    : []),
];
