import { Autocomplete, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { limits } from '../../../../config/limits.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { searchTexts } from '../../texts/search.ts';

const { list: words } = searchTexts;

interface SaveListDialogProps {
  corpusId: string;
  /** External ids. */
  people: readonly string[];
  onClose: () => void;
}

/** Keeps people as a list of their corpus. */
export function SaveListDialog({ corpusId, people, onClose }: SaveListDialogProps) {
  const clientId = useClientId();
  const change = useChange();
  const params = { clientId, corpusId };
  const { data: corpus } = useQuery(reading('GET /clients/:clientId/corpora/:corpusId', { params }));
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? words.missing : null) },
  });
  // A name that is typed in full needs no suggestion.
  const suggested = (corpus?.tags ?? []).map(({ tag }) => tag).filter((tag) => tag !== form.values.name);
  const saving = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      change('POST /clients/:clientId/corpora/:corpusId/lists', {
        params,
        body: { name: name.trim(), externalIds: [...people], isMember: true },
      }),
    onSuccess: ({ changed }, { name }) => {
      notifications.show({ message: words.saved(changed, name.trim()), color: 'green' });
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      submitLabel={words.save}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      isPending={saving.isPending}
      fault={saving.error}
    >
      <Text size="sm">{words.body(people.length)}</Text>
      <Autocomplete
        label={words.name}
        description={words.nameHint}
        data={suggested}
        // Below the field it would lie on the button that saves.
        comboboxProps={{ position: 'top' }}
        openOnFocus={false}
        maxLength={limits.tags.maxChars}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
