import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { faultFields, isAboutFields } from '../../components/fault.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { sessionTexts } from '../../texts/sessions.ts';

const { webhook: words } = sessionTexts;

/** Where completed interviews are announced. */
export function InterviewsSection() {
  const clientId = useClientId();
  const query = useQuery(reading('GET /clients/:clientId/interview-webhook', { params: { clientId } }));
  return (
    <Section title={words.title} description={words.description}>
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={64} />}
      {query.data && <AddressForm key={query.data.url} given={query.data.url} />}
    </Section>
  );
}

function AddressForm({ given }: { given: string | null }) {
  const clientId = useClientId();
  const change = useChange();
  const [url, setUrl] = useState(given ?? '');
  const saving = useMutation({
    mutationFn: () =>
      change('PUT /clients/:clientId/interview-webhook', {
        params: { clientId },
        body: { url: url.trim() || null },
      }),
    onSuccess: (saved) =>
      notifications.show({ message: saved.url ? words.saved : words.removed, color: 'green' }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label={words.url}
          type="url"
          placeholder={words.placeholder}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={faultFields(saving.error).webhookUrl}
          flex="1 1 18rem"
        />
        <Button
          type="submit"
          variant="default"
          loading={saving.isPending}
          disabled={url.trim() === (given ?? '')}
        >
          {words.save}
        </Button>
      </Group>
      {!isAboutFields(saving.error, ['webhookUrl']) && <FaultAlert fault={saving.error} />}
    </form>
  );
}
