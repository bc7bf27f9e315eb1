import { Stack } from '@mantine/core';
import { useClientId, useMay } from '../../api/session.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { retentionTexts as words } from '../../texts/retention.ts';
import { EnforcementSection } from './enforcement-section.tsx';
import { useRules } from './retention-queries.ts';
import { RulesSection } from './rules-section.tsx';

/** How long one client's data is kept. */
export function RetentionPage() {
  const clientId = useClientId();
  const mayChange = useMay('PUT /clients/:clientId/retention');
  const { data } = useRules(clientId);
  return (
    <>
      <PageHeader
        title={words.title}
        description={mayChange ? words.description : `${words.description} ${words.askAdmin}`}
      />
      <Stack gap="lg">
        <RulesSection clientId={clientId} mayChange={mayChange} />
        <EnforcementSection enforcement={data?.enforcement} />
      </Stack>
    </>
  );
}
