import { Button, Skeleton, Stack } from '@mantine/core';
import type { ClientAnswer } from '../../../../modules/console/clients/contract.ts';
import { useClientId } from '../../api/session.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { clientTexts } from '../../texts/clients.ts';
import { ClientPricesForm } from './client-prices-form.tsx';
import { LimitsForm, ModulesForm, NameForm, ResultsForm } from './client-settings-forms.tsx';
import { useClient, useClientDeeds } from './clients-api.ts';

/** What an owner decides about one client. */
export function ClientSettingsPage() {
  const clientId = useClientId();
  const { data: client, error, refetch } = useClient(clientId);
  return (
    <>
      <PageHeader
        title={clientTexts.title}
        description={clientTexts.description}
        badge={client && !client.isActive && <StatusBadge status="disabled" />}
      />
      {error && !client ? (
        <FaultAlert fault={error} onRetry={refetch} />
      ) : client ? (
        // Forms begin with what is stored: another client's page is another set of forms.
        <Stack gap="lg" key={client.id}>
          <NameForm client={client} />
          <ModulesForm client={client} />
          <ResultsForm client={client} />
          <LimitsForm client={client} />
          <ClientPricesForm client={client} />
          <StateSection client={client} />
        </Stack>
      ) : (
        <Stack gap="lg">
          <Skeleton h={150} />
          <Skeleton h={230} />
          <Skeleton h={190} />
        </Stack>
      )}
    </>
  );
}

function StateSection({ client }: { client: ClientAnswer }) {
  const { change } = useClientDeeds();
  const { id, name, isActive } = client;
  return (
    <Section
      title={clientTexts.danger}
      description={isActive ? clientTexts.dangerText : clientTexts.disabledText}
    >
      {isActive ? (
        <ConfirmButton
          label={clientTexts.disable}
          buttonProps={{ color: 'red', variant: 'light' }}
          title={clientTexts.disableTitle(name)}
          confirmLabel={clientTexts.disable}
          onConfirm={() => change.mutateAsync({ id, isActive: false })}
        >
          {clientTexts.disableBody}
        </ConfirmButton>
      ) : (
        <Stack align="flex-start">
          <FaultAlert fault={change.error} />
          <Button loading={change.isPending} onClick={() => change.mutate({ id, isActive: true })}>
            {clientTexts.enable}
          </Button>
        </Stack>
      )}
    </Section>
  );
}
