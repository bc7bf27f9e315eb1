import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDotsVertical, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectRow } from '../../../../modules/console/projects/contract.ts';
import { useChange } from '../../api/changes.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { projectsTexts } from '../../texts/clients.ts';
import { common } from '../../texts/common.ts';
import { ProjectDialog } from './project-dialog.tsx';

/** Rename, archive, restore. */
export function ProjectActions({ clientId, project }: { clientId: string; project: ProjectRow }) {
  const [dialog, setDialog] = useState<'rename' | 'archive'>();
  const change = useChange();
  const setArchived = useMutation({
    mutationFn: (archived: boolean) =>
      change('PATCH /clients/:clientId/projects/:projectId', {
        params: { clientId, projectId: project.id },
        body: { archived },
      }),
  });
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={common.actionsFor(project.name)} loading={setArchived.isPending}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setDialog('rename')}>
            {projectsTexts.rename}
          </Menu.Item>
          {project.archivedAt === null ? (
            <Menu.Item
              leftSection={<IconArchive size={16} aria-hidden />}
              onClick={() => setDialog('archive')}
            >
              {projectsTexts.archive}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconArchiveOff size={16} aria-hidden />}
              onClick={() => setArchived.mutate(false)}
            >
              {projectsTexts.restore}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <ProjectDialog clientId={clientId} project={project} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'archive'}
        onClose={close}
        title={projectsTexts.archiveTitle(project.name)}
        confirmLabel={projectsTexts.archive}
        isDestructive={false}
        onConfirm={() => setArchived.mutateAsync(true)}
      >
        {projectsTexts.archiveBody(project.validKeys)}
      </ConfirmDialog>
    </>
  );
}
