import { Button, Group } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useChange } from '../../api/changes.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { personaTexts } from '../../texts/personas.ts';

const { trial: words } = personaTexts;

/**
 * Goes to the candidate's page for a talk of which nothing is kept; that page leads back to the persona.
 *
 * @param onError also called where the page that asked is gone
 */
export function useTrial(onError?: (error: Error) => void) {
  const clientId = useClientId();
  const change = useChange();
  return useMutation({
    mutationFn: (personaId: string) =>
      change('POST /clients/:clientId/personas/:personaId/trials', { params: { clientId, personaId } }),
    onSuccess: ({ link }) => location.assign(link),
    ...(onError && { onError }),
  });
}

export function TrialSection({ personaId }: { personaId: string }) {
  const trial = useTrial();
  return (
    <Section title={words.title} description={words.description}>
      <FaultAlert fault={trial.error} />
      <Group>
        <Button
          variant="default"
          onClick={() => trial.mutate(personaId)}
          loading={trial.isPending}
          leftSection={<IconHeadset size={16} aria-hidden />}
        >
          {words.start}
        </Button>
      </Group>
    </Section>
  );
}
