import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { SystemAnswer } from '../../../../modules/console/installation/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { formatSize } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { systemTexts } from '../../texts/installation.ts';
import { UsageBar, type UsagePart } from './usage-bar.tsx';

const colours = { database: 'indigo.6', recordings: 'teal.6', models: 'orange.5', work: 'blue.5' } as const;
type Bucket = NonNullable<SystemAnswer['bucket']>;
/** Less than this free, in bytes or as a share, is worth a warning. */
const LOW_BYTES = 5e9;
const LOW_SHARE = 0.05;

/** Where recordings are kept elsewhere, and whether they can be. */
export function BucketSection({ bucket: { place, size, fault } }: { bucket: Bucket }) {
  const shown = size && (size.isAtLeast ? systemTexts.atLeast : String)(formatSize(size.sizeBytes));
  return (
    <Section title={systemTexts.bucket} description={systemTexts.bucketText(place, shown)}>
      {fault !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          <Text size="sm">{fault}</Text>
        </Alert>
      )}
    </Section>
  );
}

/** What of the disk is Assay's, and what is left. */
export function DiskSection({ system: { disk, database } }: { system: SystemAnswer }) {
  const { freeBytes, totalBytes, folder } = disk;
  // The tables of PostgreSQL may lie on another disk.
  const ours = disk.parts.filter(({ name }) => name !== 'database' || database.kind === 'SQLite');
  const oursBytes = ours.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const parts: UsagePart[] = [
    ...ours.map(({ name, sizeBytes, isAtLeast }) => ({
      label: systemTexts.parts[name],
      sizeBytes,
      color: colours[name],
      ...(isAtLeast && { shown: systemTexts.atLeast(formatSize(sizeBytes)) }),
    })),
    {
      label: systemTexts.diskUsed,
      sizeBytes: Math.max(0, totalBytes - freeBytes - oursBytes),
      color: 'gray.5',
    },
  ];
  const isLow = freeBytes < LOW_BYTES || freeBytes / totalBytes < LOW_SHARE;
  return (
    <Section
      title={systemTexts.disk}
      description={
        <>
          {systemTexts.diskText(formatSize(freeBytes), formatSize(totalBytes))} · {systemTexts.diskFolder}:{' '}
          <CopyValue value={folder} />
        </>
      }
    >
      <Stack>
        <UsageBar parts={parts} totalBytes={totalBytes} />
        {isLow && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            <Text size="sm">{systemTexts.diskLow}</Text>
          </Alert>
        )}
      </Stack>
    </Section>
  );
}
