import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { personaTexts } from '../../texts/personas.ts';
import { type Draft, draftOf, emptyDraft, sentOf } from './editor/draft.ts';
import { PersonaForm } from './editor/persona-form.tsx';

const { editor: words } = personaTexts;

/** A persona from nothing, or after another one. */
export function NewPersonaPage() {
  const clientId = useClientId();
  const navigate = useNavigate();
  const change = useChange();
  const creation = useMutation({
    mutationFn: (draft: Draft) =>
      change('POST /clients/:clientId/personas', { params: { clientId }, body: sentOf(draft) }),
    onSuccess: ({ id }) => {
      notifications.show({ message: words.created, color: 'green' });
      navigate(`/c/${clientId}/personas/${id}`, { replace: true });
    },
  });
  const [search] = useSearchParams();
  const from = search.get('from');
  const model = useQuery({
    ...reading('GET /clients/:clientId/personas/:personaId', {
      params: { clientId, personaId: from ?? '' },
    }),
    enabled: from !== null,
  });
  const list = `/c/${clientId}/personas`;
  return (
    <>
      <PageHeader title={words.newTitle} back={{ to: list, label: personaTexts.page.back }} />
      <FaultAlert fault={model.error} onRetry={() => void model.refetch()} />
      {from !== null && model.isPending ? (
        <Skeleton height={480} radius="md" />
      ) : (
        <PersonaForm
          initial={model.data ? draftOf(model.data) : emptyDraft()}
          saveLabel={words.saveNew}
          onSave={creation.mutate}
          onCancel={() => navigate(list)}
          isSaving={creation.isPending}
          fault={creation.error}
        />
      )}
    </>
  );
}

/** A persona as it is to be from now on. */
export function EditPersonaPage() {
  const clientId = useClientId();
  const { personaId = '' } = useParams();
  const navigate = useNavigate();
  const send = useChange();
  const at = `/c/${clientId}/personas/${personaId}`;
  const params = { clientId, personaId };
  const query = useQuery(reading('GET /clients/:clientId/personas/:personaId', { params }));
  const persona = query.data;
  const change = useMutation({
    mutationFn: (draft: Draft) =>
      send('PATCH /clients/:clientId/personas/:personaId', { params, body: sentOf(draft) }),
    onSuccess: () => {
      notifications.show({ message: words.saved, color: 'green' });
      navigate(at, { replace: true });
    },
  });
  const title = persona?.roleName ?? '';
  return (
    <>
      <PageHeader title={words.editTitle(title)} back={{ to: at, label: title || personaTexts.page.back }} />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={480} radius="md" />}
      {persona && (
        <PersonaForm
          initial={draftOf(persona)}
          saveLabel={words.save}
          onSave={change.mutate}
          onCancel={() => navigate(at)}
          isSaving={change.isPending}
          fault={change.error}
        />
      )}
    </>
  );
}
