import { Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { faultSentence } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { personaTexts } from '../../texts/personas.ts';
import { type Draft, draftOf, emptyDraft, sentOf } from './editor/draft.ts';
import { PersonaForm } from './editor/persona-form.tsx';
import { useTrial } from './trial.tsx';

const { editor: words } = personaTexts;

interface Saving {
  draft: Draft;
  next: 'look' | 'try';
}

/** Behind the saving of a persona: to its page, and on to a talk with it where that is wished. */
function useNext(): (personaId: string, next: Saving['next']) => void {
  const clientId = useClientId();
  const navigate = useNavigate();
  const trial = useTrial((error) => notifications.show({ message: faultSentence(error), color: 'red' }));
  return (personaId, next) => {
    navigate(`/c/${clientId}/personas/${personaId}`, { replace: true });
    if (next === 'try') trial.mutate(personaId);
  };
}

/** A persona from nothing, or after another one. */
export function NewPersonaPage() {
  const clientId = useClientId();
  const navigate = useNavigate();
  const change = useChange();
  const goOn = useNext();
  const creation = useMutation({
    mutationFn: ({ draft }: Saving) =>
      change('POST /clients/:clientId/personas', { params: { clientId }, body: sentOf(draft) }),
    onSuccess: ({ id }, { next }) => {
      notifications.show({ message: words.created, color: 'green' });
      goOn(id, next);
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
          onSave={(draft, next) => creation.mutate({ draft, next })}
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
  const goOn = useNext();
  const change = useMutation({
    mutationFn: ({ draft }: Saving) =>
      send('PATCH /clients/:clientId/personas/:personaId', { params, body: sentOf(draft) }),
    onSuccess: (_saved, { next }) => {
      notifications.show({ message: words.saved, color: 'green' });
      goOn(personaId, next);
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
          onSave={(draft, next) => change.mutate({ draft, next })}
          onCancel={() => navigate(at)}
          isSaving={change.isPending}
          fault={change.error}
        />
      )}
    </>
  );
}
