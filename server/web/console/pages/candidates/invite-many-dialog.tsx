import { Button, Group, Modal, Radio, Select, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvitationsMade } from '../../../../modules/console/sessions/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { candidateTexts } from '../../texts/candidates.ts';
import { common } from '../../texts/common.ts';
import { sessionTexts } from '../../texts/sessions.ts';
import { languageName } from '../runs/languages.ts';

const { inviting: words, noName } = candidateTexts;
const { invitation } = sessionTexts;
const consents = ['explicit', 'none'] as const;

/** Invites several candidates to the same interview, and shows their links this once. */
export function InviteManyDialog({
  candidateIds,
  onClose,
}: {
  candidateIds: readonly string[];
  onClose: () => void;
}) {
  const clientId = useClientId();
  const change = useChange();
  const [personaId, setPersona] = useState<string | null>(null);
  const [consentMode, setConsent] = useState<(typeof consents)[number]>('explicit');
  const [isChecked, setChecked] = useState(false);
  const { data: personas } = useQuery(
    reading('GET /clients/:clientId/personas', { params: { clientId }, query: { status: 'active' } }),
  );
  const invite = useMutation({
    mutationFn: (id: string) =>
      change('POST /clients/:clientId/personas/:personaId/candidate-invitations', {
        params: { clientId, personaId: id },
        body: { candidateIds: [...candidateIds], consentMode },
      }),
  });
  if (invite.data) return <LinksOnce answer={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.title(candidateIds.length)}
      submitLabel={words.do}
      isPending={invite.isPending}
      fault={invite.error}
      onSubmit={() => {
        setChecked(true);
        if (personaId !== null) invite.mutate(personaId);
      }}
    >
      <Select
        label={words.interview}
        data={(personas?.items ?? []).map(({ id, roleName, language }) => ({
          value: id,
          label: `${roleName} · ${languageName(language)}`,
        }))}
        value={personaId}
        onChange={setPersona}
        searchable
        allowDeselect={false}
        error={isChecked && personaId === null && words.interviewMissing}
        data-autofocus
      />
      {personas?.items.length === 0 && <Text size="sm">{invitation.noPersonas}</Text>}
      <Radio.Group
        label={invitation.consent}
        value={consentMode}
        onChange={(mode) => setConsent(mode as typeof consentMode)}
      >
        <Stack gap="xs" mt="xs">
          {consents.map((mode) => (
            <Radio key={mode} value={mode} label={invitation.consents[mode]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

function LinksOnce({ answer: { made, refused }, onClose }: { answer: InvitationsMade; onClose: () => void }) {
  const all = made.map(({ name, email, link }) => [name ?? '', email ?? '', link].join('\t')).join('\n');
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={words.made(made.length)}
      closeButtonProps={{ 'aria-label': common.close }}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="sm">{words.once}</Text>
        {made.length > 0 && (
          <Table.ScrollContainer minWidth={420} mah={360}>
            <Table aria-label={words.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.candidate}</Table.Th>
                  <Table.Th>{words.link}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {made.map(({ candidateId, name, email, link }) => (
                  <Table.Tr key={candidateId}>
                    <Table.Td>
                      <Text size="sm">{name ?? noName}</Text>
                      <Text size="xs" c="dimmed">
                        {email}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <CopyValue value={link} label={words.copy(name ?? noName)} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {refused.map(({ id, name, message }) => (
          <Text key={id} size="sm" c="var(--mantine-color-error)">
            {name ?? noName}: {message}
          </Text>
        ))}
        <Group justify="flex-end" gap="xs">
          {made.length > 0 && (
            <Button variant="default" onClick={() => void navigator.clipboard?.writeText(all)}>
              {words.copyAll}
            </Button>
          )}
          <Button onClick={onClose}>{common.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
