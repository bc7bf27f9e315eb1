import { TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { useClientId } from '../../api/session.ts';
import { faultFields } from '../../components/fault.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { candidateTexts } from '../../texts/candidates.ts';

const { form: words } = candidateTexts;

interface CandidateFormProps {
  /** To change; a new one is added without. */
  candidate?: CandidateDetails;
  onClose: () => void;
  onMade?: (id: string) => void;
}

/** Name and contacts of a candidate. */
export function CandidateForm({ candidate, onClose, onMade }: CandidateFormProps) {
  const clientId = useClientId();
  const change = useChange();
  const form = useForm({
    initialValues: {
      name: candidate?.name ?? '',
      email: candidate?.email ?? '',
      phone: candidate?.phone ?? '',
      externalId: '',
      tags: candidate?.tags ?? [],
    },
  });
  const save = useMutation({
    mutationFn: async ({ externalId, ...values }: typeof form.values) => {
      if (!candidate) {
        const body = { ...values, externalId };
        return (await change('POST /clients/:clientId/candidates', { params: { clientId }, body })).id;
      }
      const { id, version } = candidate;
      await change('PATCH /clients/:clientId/candidates/:candidateId', {
        params: { clientId, candidateId: id },
        body: { version, ...values },
      });
      return id;
    },
    onSuccess: (id) => {
      onClose();
      onMade?.(id);
    },
    onError: (fault) => form.setErrors(faultFields(fault)),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={candidate ? words.editTitle : words.addTitle}
      submitLabel={candidate ? words.editDo : words.addDo}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      isPending={save.isPending}
      fault={save.error}
      fields={['name', 'email', 'phone', 'externalId', 'tags']}
    >
      <TextInput label={words.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label={words.phone} type="tel" autoComplete="off" {...form.getInputProps('phone')} />
      {!candidate && (
        <TextInput
          label={words.externalId}
          description={words.externalIdHint}
          autoComplete="off"
          {...form.getInputProps('externalId')}
        />
      )}
      <TagsInput label={words.tags} description={words.tagsHint} {...form.getInputProps('tags')} />
    </FormDialog>
  );
}
