import { Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { settingsTexts } from '../../texts/installation.ts';
import { RulesSection } from '../retention/rules-section.tsx';
import { DefaultSecretSection } from '../webhooks/default-secret-section.tsx';
import { PricesSection } from './prices-section.tsx';

/** What holds for the whole installation; each section saves for itself. */
export function SettingsPage() {
  return (
    <>
      <PageHeader title={settingsTexts.title} description={settingsTexts.description} />
      <Stack gap="lg">
        <PricesSection />
        <RulesSection clientId={null} mayChange />
        <DefaultSecretSection />
      </Stack>
    </>
  );
}
