import { Alert, Stack, Text } from '@mantine/core';
import { IconCpu, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { modelsTexts } from '../../texts/installation.ts';
import { useHearing } from '../hearing/use-hearing.ts';
import { LoadedSection } from './loaded-section.tsx';
import { modelColumns } from './model-columns.tsx';

export function ModelsPage() {
  const { data, error, refetch } = useQuery(reading('GET /installation/models'));
  const advised = useHearing()?.advice?.modelId;
  const known = data?.languages ?? [];
  const only = (...states: string[]) => data?.items.filter(({ state }) => states.includes(state));
  // Where set-up reached no registry they are among those that could be installed.
  const shipped = only('shipped') ?? [];
  const table = { rowKey: ({ id }: { id: string }) => id, fault: error, onRetry: refetch, empty: null };
  return (
    <>
      <PageHeader title={modelsTexts.title} description={modelsTexts.description} />
      <Stack gap="lg">
        <LoadedSection answer={data} />
        <Section
          flush
          title={modelsTexts.installed}
          description={
            <>
              {modelsTexts.installedText}
              {data?.folder && (
                <>
                  {' '}
                  {modelsTexts.folder}: <CopyValue value={data.folder} />
                </>
              )}
            </>
          }
        >
          <DataTable
            {...table}
            label={modelsTexts.installed}
            columns={modelColumns.here(known, advised)}
            rows={only('installed', 'damaged')}
            skeletonRows={2}
            empty={
              <EmptyState icon={IconCpu} title={modelsTexts.installedNone}>
                {modelsTexts.installedNoneText}
              </EmptyState>
            }
          />
        </Section>
        {shipped.length > 0 && (
          <Section flush title={modelsTexts.shipped} description={modelsTexts.shippedText}>
            <DataTable
              {...table}
              label={modelsTexts.shipped}
              columns={modelColumns.here(known, advised)}
              rows={shipped}
            />
          </Section>
        )}
        <Section flush title={modelsTexts.available} description={modelsTexts.availableText}>
          <DataTable
            {...table}
            label={modelsTexts.available}
            columns={modelColumns.available(known, data?.isOffline ?? false, advised)}
            rows={only('available')}
            skeletonRows={4}
          />
          <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={modelsTexts.howTo} m="md">
            <Text size="sm">
              {data?.isOffline && `${modelsTexts.offlineNote} `}
              {modelsTexts.howToSteps(modelsTexts.bundle('MODEL'), modelsTexts.importIt)}
            </Text>
          </Alert>
        </Section>
        <Section flush title={modelsTexts.bundled} description={modelsTexts.bundledText}>
          <DataTable
            {...table}
            label={modelsTexts.bundled}
            columns={modelColumns.here(known)}
            rows={only('bundled')}
          />
        </Section>
      </Stack>
    </>
  );
}
