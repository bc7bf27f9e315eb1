import { Button, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useParams } from 'react-router';
import type { DeletionDetails } from '../../../../modules/console/deletions/contract.ts';
import { useClientId } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { deletionTexts as words } from '../../texts/retention.ts';
import { CertificateView } from './certificate-view.tsx';
import { useDeletion } from './deletion-queries.ts';
import { saveText } from './save-text.ts';

/** One deletion: how far it is, then its certificate. */
export function DeletionPage() {
  const clientId = useClientId();
  const { deletionId = '' } = useParams();
  const { data, error, refetch } = useDeletion(clientId, deletionId);
  const text = data?.certificateText;
  return (
    <>
      <PageHeader
        title={data?.certificate ? words.certificate : words.pageTitle}
        back={{ to: `/c/${clientId}/deletions`, label: words.back2 }}
        actions={
          text && (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={17} aria-hidden />}
                onClick={() => saveText(`certificate-of-deletion-${deletionId}.json`, text)}
              >
                {words.download}
              </Button>
              <Button leftSection={<IconPrinter size={17} aria-hidden />} onClick={() => window.print()}>
                {words.print}
              </Button>
            </>
          )
        }
      />
      <Stack gap="lg">
        <FaultAlert fault={error} onRetry={refetch} />
        {!data && !error && <Skeleton height={240} />}
        {data && !data.certificate && <UnderWay {...data.deletion} />}
        {data?.certificate && (
          <CertificateView certificate={data.certificate} sha256={data.deletion.certificateSha256 ?? ''} />
        )}
      </Stack>
    </>
  );
}

function UnderWay({ doneCount, runCount, waitsForMachines }: DeletionDetails['deletion']) {
  return (
    <Section>
      <Stack gap="sm" role="status">
        <Text fw={600}>{words.progress(doneCount, runCount)}</Text>
        <Progress value={(100 * doneCount) / Math.max(1, runCount)} animated aria-label={words.open} />
        <Text size="sm" c="dimmed">
          {waitsForMachines.length > 0
            ? words.waitingMachines(waitsForMachines)
            : `${words.waiting} ${words.waitingRuns}`}
        </Text>
      </Stack>
    </Section>
  );
}
