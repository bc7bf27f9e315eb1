import { Grid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SystemAnswer } from '../../../../modules/console/installation/contract.ts';
import { reading } from '../../api/reads.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { formatDecimal } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { systemTexts } from '../../texts/installation.ts';
import { BucketSection, DiskSection } from './disk-section.tsx';
import { Facts } from './facts.tsx';
import { MemorySection } from './memory-section.tsx';
import { ProgramsSection } from './programs-section.tsx';

const REFRESH_MS = 15_000;

export function SystemPage() {
  const { data, error, refetch } = useQuery({
    ...reading('GET /installation/system'),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader title={systemTexts.title} description={systemTexts.description} />
      {error && !data ? (
        <FaultAlert fault={error} onRetry={refetch} />
      ) : !data ? (
        <Stack gap="lg">
          <Skeleton h={190} />
          <Skeleton h={190} />
          <Skeleton h={320} />
        </Stack>
      ) : (
        <Stack gap="lg">
          <DiskSection system={data} />
          {data.bucket && <BucketSection bucket={data.bucket} />}
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, md: 6 }}>
              <MemorySection memory={data.memory} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <ProcessorSection cpu={data.cpu} />
            </Grid.Col>
          </Grid>
          <VersionsSection system={data} />
          <ProgramsSection programs={data.programs} />
        </Stack>
      )}
    </>
  );
}

function ProcessorSection({ cpu }: { cpu: SystemAnswer['cpu'] }) {
  return (
    <Section title={systemTexts.cpu} h="100%">
      <Facts
        facts={[
          [systemTexts.cpu, `${cpu.model || '–'}, ${systemTexts.cores(cpu.cores)}`],
          [systemTexts.load, cpu.loadAverage.map((load) => formatDecimal(load, 2)).join('  ')],
        ]}
      />
    </Section>
  );
}

function VersionsSection({ system }: { system: SystemAnswer }) {
  return (
    <Section title={systemTexts.versions}>
      <Facts
        facts={[
          [systemTexts.assay, system.version],
          [systemTexts.node, system.node],
          [systemTexts.database, `${system.database.kind} ${system.database.version}`],
          [systemTexts.platform, system.platform],
          [
            systemTexts.since,
            <Text key="since" span size="sm">
              <DateTime value={system.startedAt} /> (<DateTime value={system.startedAt} style="relative" />)
            </Text>,
          ],
        ]}
      />
    </Section>
  );
}
