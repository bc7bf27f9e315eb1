import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ProjectRow } from '../../../../modules/console/projects/contract.ts';
import { useChange } from '../../api/changes.ts';
import { faultFields } from '../../components/fault.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { projectsTexts } from '../../texts/clients.ts';

interface ProjectDialogProps {
  clientId: string;
  /** To rename; a new one is made without. */
  project?: ProjectRow;
  onClose: () => void;
}

export function ProjectDialog({ clientId, project, onClose }: ProjectDialogProps) {
  const change = useChange();
  const save = useMutation({
    mutationFn: (body: { name: string }) =>
      project
        ? change('PATCH /clients/:clientId/projects/:projectId', {
            params: { clientId, projectId: project.id },
            body,
          })
        : change('POST /clients/:clientId/projects', { params: { clientId }, body }),
    onSuccess: onClose,
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  const form = useForm({
    initialValues: { name: project?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? projectsTexts.nameMissing : null) },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={project ? projectsTexts.renameTitle : projectsTexts.create}
      submitLabel={project ? projectsTexts.rename : projectsTexts.createDo}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      isPending={save.isPending}
      fault={save.error}
      fields={['name']}
    >
      <TextInput
        label={projectsTexts.name}
        placeholder={projectsTexts.namePlaceholder}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
