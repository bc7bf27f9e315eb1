import { Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import { DeliveriesSection } from './deliveries-section.tsx';
import { DisabledSection } from './disabled-section.tsx';
import { InterviewsSection } from './interviews-section.tsx';
import { SecretSection } from './secret-section.tsx';
import { TestSection } from './test-section.tsx';
import classes from './webhooks.module.css';

/** How results are announced: secrets, samples, and what became of every message. */
export function WebhooksPage() {
  return (
    <>
      <PageHeader title={webhookTexts.title} description={webhookTexts.description} />
      <Stack gap="lg">
        <div className={classes.pair}>
          <SecretSection />
          <TestSection />
        </div>
        <InterviewsSection />
        <DisabledSection />
        <DeliveriesSection />
      </Stack>
    </>
  );
}
