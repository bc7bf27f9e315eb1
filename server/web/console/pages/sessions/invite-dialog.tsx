import { Anchor, Radio, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { limits } from '../../../../config/limits.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { faultFields } from '../../components/fault.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { sessionTexts } from '../../texts/sessions.ts';
import { languageName } from '../runs/languages.ts';
import { LinkOnce } from './link-once.tsx';

const { invitation: words } = sessionTexts;
const consents = ['explicit', 'none'] as const;

interface InviteDialogProps {
  /** Chosen at first. */
  personaId: string | undefined;
  onClose: () => void;
}

/** Invites a candidate, and shows the link this once. */
export function InviteDialog({ personaId, onClose }: InviteDialogProps) {
  const clientId = useClientId();
  const params = { clientId };
  const { data: personas } = useQuery(
    reading('GET /clients/:clientId/personas', { params, query: { status: 'active' } }),
  );
  const { data: projects } = useQuery(reading('GET /clients/:clientId/projects', { params }));
  const { form, inviting } = useInvitation(clientId, personaId);
  if (inviting.data) {
    return (
      <LinkOnce made={inviting.data} onClose={onClose}>
        <Anchor component={Link} to={`/c/${clientId}/sessions/${inviting.data.sessionId}`} size="sm">
          {words.toSession}
        </Anchor>
      </LinkOnce>
    );
  }
  const open = (projects?.items ?? []).filter(({ archivedAt }) => archivedAt === null);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title}
      submitLabel={words.create}
      onSubmit={form.onSubmit((values) => inviting.mutate(values))}
      isPending={inviting.isPending}
      fault={inviting.error}
      fields={['candidate_ref', 'projectId']}
    >
      <Stack gap="md">
        <Select
          label={words.persona}
          data={(personas?.items ?? []).map(({ id, roleName, language }) => ({
            value: id,
            label: `${roleName} · ${languageName(language)}`,
          }))}
          searchable
          allowDeselect={false}
          required
          {...form.getInputProps('personaId')}
        />
        {personas?.items.length === 0 && <Text size="sm">{words.noPersonas}</Text>}
        <TextInput
          label={words.candidate}
          description={words.candidateHint}
          maxLength={limits.interview.candidateRef.maxChars}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('candidateRef')}
        />
        <Select
          label={words.project}
          placeholder={words.noProject}
          clearable
          data={open.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('projectId')}
        />
        <TagsInput
          label={words.tags}
          description={words.tagsHint}
          maxTags={limits.tags.maxCount}
          {...form.getInputProps('tags')}
        />
        <Radio.Group label={words.consent} {...form.getInputProps('consentMode')}>
          <Stack gap="xs" mt="xs">
            {consents.map((mode) => (
              <Radio key={mode} value={mode} label={words.consents[mode]} />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </FormDialog>
  );
}

/** What is asked for, and its sending. @param personaId chosen at first */
function useInvitation(clientId: string, personaId: string | undefined) {
  const change = useChange();
  const form = useForm({
    initialValues: {
      personaId: personaId ?? null,
      candidateRef: '',
      projectId: null as string | null,
      tags: [] as string[],
      consentMode: 'explicit' as (typeof consents)[number],
    },
    validate: { personaId: (chosen) => (chosen === null ? words.personaMissing : null) },
  });
  const inviting = useMutation({
    mutationFn: ({ personaId, candidateRef, ...rest }: typeof form.values) =>
      change('POST /clients/:clientId/personas/:personaId/sessions', {
        params: { clientId, personaId: personaId! },
        body: { ...rest, candidateRef: candidateRef.trim() || null },
      }),
    onError: (fault) => {
      const { candidate_ref: candidateRef, ...others } = faultFields(fault);
      form.setErrors({ ...others, ...(candidateRef && { candidateRef }) });
    },
  });
  return { form, inviting };
}
