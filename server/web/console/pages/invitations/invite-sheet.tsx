import {
  Alert,
  Button,
  Checkbox,
  Drawer,
  Group,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../config/limits.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { common } from '../../texts/common.ts';
import { invitationTexts } from '../../texts/invitations.ts';
import { languageName } from '../runs/languages.ts';
import { momentOf, usualDeadline } from './deadline.ts';
import { ListField } from './list-field.tsx';
import { MadeLinks } from './made-links.tsx';
import { PeopleTable } from './people-table.tsx';

const { sheet: words } = invitationTexts;
const TYPING_MS = 400;
const fields = ['deadline', 'message'] as const;

interface InviteSheetProps {
  /** Chosen at first. */
  personaId: string | null;
  /** The installation has a mail server. */
  canMail: boolean;
  onClose: () => void;
}

/** Invites people from a list: shows what is understood of it and the mail, then sends mails or makes links. */
export function InviteSheet({ personaId: given, canMail, onClose }: InviteSheetProps) {
  const clientId = useClientId();
  const personas = useQuery(
    reading('GET /clients/:clientId/personas', { params: { clientId }, query: { status: 'active' } }),
  );
  const items = personas.data?.items ?? [];
  const [chosen, setChosen] = useState(given);
  const personaId = chosen ?? (items.length === 1 ? items[0]!.id : null);
  const [list, setList] = useState('');
  const [deadline, setDeadline] = useState(() => usualDeadline(Date.now()));
  const [message, setMessage] = useState('');
  const [remind, setRemind] = useState(true);

  const draft = {
    list,
    deadline: momentOf(deadline) ?? '',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    message: message.trim() || null,
  };
  const { look, found, isBehind } = useLook(clientId, personaId, draft);
  const people = found?.people ?? [];
  const reached = people.filter(({ email }) => email !== null).length;
  const inviting = useInviting({ clientId, personaId, draft, remind, onSent: onClose });
  const fault = inviting.error ?? look.error;
  const faults = faultFields(fault);
  const made = inviting.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={words.title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      {made && made.links !== null ? (
        <MadeLinks count={made.count} csv={made.links} onDone={onClose} />
      ) : (
        <Stack gap="md">
          <PersonaSelect personas={items} value={personaId} onChange={setChosen} />
          <ListField value={list} onChange={setList} />
          {found && <PeopleTable look={found} />}
          <TextInput
            type="datetime-local"
            label={words.deadline}
            description={words.deadlineHint}
            required
            value={deadline}
            error={faults.deadline}
            onChange={(event) => setDeadline(event.currentTarget.value)}
          />
          {canMail && (
            <>
              <MailFields
                message={message}
                fault={faults.message}
                onMessage={setMessage}
                remind={remind}
                onRemind={setRemind}
              />
              {found && reached > 0 && <Preview mail={found.mail} />}
            </>
          )}
          {!canMail && <Alert color="blue">{words.noServer}</Alert>}
          {!isAboutFields(fault, fields) && <FaultAlert fault={fault} />}
          <SendButtons
            people={people.length}
            reached={reached}
            canMail={canMail}
            isBehind={isBehind}
            sending={inviting.isPending ? inviting.variables.by : undefined}
            onSend={inviting.mutate}
          />
        </Stack>
      )}
    </Drawer>
  );
}

interface Draft {
  list: string;
  deadline: string;
  timeZone: string;
  message: string | null;
}

/** What the server understands of a draft; `found` of the last one that it has seen, `isBehind` while that is not the newest. */
function useLook(clientId: string, personaId: string | null, draft: Draft) {
  // As text: a new object each time would never come to rest.
  const written = JSON.stringify(draft);
  const [typed] = useDebouncedValue(written, TYPING_MS);
  const look = useQuery({
    ...reading('POST /clients/:clientId/personas/:personaId/invitations/look', {
      params: { clientId, personaId: personaId ?? '' },
      body: JSON.parse(typed) as Draft,
    }),
    enabled: personaId !== null && draft.list.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = draft.list.trim() === '' ? undefined : look.data;
  return { look, found, isBehind: look.isFetching || typed !== written };
}

/** Sends the invitations, or makes their links. */
function useInviting({
  clientId,
  personaId,
  draft,
  remind,
  onSent,
}: {
  clientId: string;
  personaId: string | null;
  draft: Draft;
  remind: boolean;
  onSent: () => void;
}) {
  const change = useChange();
  return useMutation({
    mutationFn: (order: { by: 'mail' | 'links'; count: number }) =>
      change('POST /clients/:clientId/personas/:personaId/invitations', {
        params: { clientId, personaId: personaId! },
        body: { ...draft, ...order, remind, projectId: null, tags: [], consentMode: 'explicit' },
      }),
    onSuccess: ({ count, links }) => {
      if (links !== null) return;
      notifications.show({ message: words.sent(count), color: 'green' });
      onSent();
    },
  });
}

interface PersonaSelectProps {
  personas: readonly { id: string; roleName: string; language: string }[];
  value: string | null;
  onChange: (id: string | null) => void;
}

function PersonaSelect({ personas, value, onChange }: PersonaSelectProps) {
  return (
    <Select
      label={words.persona}
      data={personas.map(({ id, roleName, language }) => ({
        value: id,
        label: `${roleName} · ${languageName(language)}`,
      }))}
      searchable
      allowDeselect={false}
      required
      value={value}
      onChange={onChange}
    />
  );
}

interface MailFieldsProps {
  message: string;
  fault: string | undefined;
  onMessage: (message: string) => void;
  remind: boolean;
  onRemind: (remind: boolean) => void;
}

function MailFields({ message, fault, onMessage, remind, onRemind }: MailFieldsProps) {
  return (
    <>
      <Textarea
        label={words.message}
        description={words.messageHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={limits.invitations.messageChars}
        value={message}
        error={fault}
        onChange={(event) => onMessage(event.currentTarget.value)}
      />
      <Checkbox
        label={words.remind}
        checked={remind}
        onChange={(event) => onRemind(event.currentTarget.checked)}
      />
    </>
  );
}

interface SendButtonsProps {
  people: number;
  /** Of them, those with an address. */
  reached: number;
  canMail: boolean;
  isBehind: boolean;
  sending: 'mail' | 'links' | undefined;
  onSend: (order: { by: 'mail' | 'links'; count: number }) => void;
}

function SendButtons({ people, reached, canMail, isBehind, sending, onSend }: SendButtonsProps) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        variant={canMail ? 'default' : 'filled'}
        disabled={people === 0 || isBehind}
        loading={sending === 'links'}
        onClick={() => onSend({ by: 'links', count: people })}
      >
        {words.links(people)}
      </Button>
      {canMail && (
        <Button
          disabled={reached === 0 || isBehind}
          loading={sending === 'mail'}
          onClick={() => onSend({ by: 'mail', count: reached })}
        >
          {words.send(reached)}
        </Button>
      )}
    </Group>
  );
}

const Preview = ({ mail: { subject, text } }: { mail: { subject: string; text: string } }) => (
  <Stack gap={4} component="section">
    <Text size="sm" fw={600}>
      {words.preview}
    </Text>
    <Text size="xs" c="dimmed">
      {words.previewHint}
    </Text>
    <Stack gap="xs" p="sm" bg="var(--assay-muted)" dir="auto">
      <Text size="sm" fw={600}>
        {subject}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Stack>
  </Stack>
);
