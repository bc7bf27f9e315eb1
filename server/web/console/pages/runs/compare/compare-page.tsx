import { ActionIcon, Alert, Group, SimpleGrid, Skeleton, Stack, Tooltip } from '@mantine/core';
import { IconArrowsLeftRight, IconUsers } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { RunDetail } from '../../../../../modules/console/runs/contract.ts';
import { useClientId } from '../../../api/session.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Section } from '../../../components/section.tsx';
import { compareTexts } from '../../../texts/compare.ts';
import { useRun } from '../run-queries.ts';
import type { ComparedRun } from './difference.ts';
import { MeasuresTable } from './measures-table.tsx';
import { RunPicker } from './run-picker.tsx';
import { ScoreComparison } from './score-comparison.tsx';

/** Two candidates beside each other; `?a=&b=` in the address are their runs. */
export function ComparePage() {
  const clientId = useClientId();
  const [address, setAddress] = useSearchParams();
  const [a, b] = [address.get('a'), address.get('b')];
  const runs = [useRun(clientId, a), useRun(clientId, b)] as const;
  const set = (changes: Record<string, string>) =>
    setAddress({ ...Object.fromEntries(address), ...changes }, { replace: true });
  const [first, second] = runs.map(({ data }) => compared(data));
  const isLoading = runs.some(({ isLoading: loads }) => loads);
  const lacksResult = runs.some(({ data }) => data && !compared(data));
  return (
    <>
      <PageHeader title={compareTexts.title} description={compareTexts.description} />
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2 }} flex={1}>
            <RunPicker
              label={compareTexts.first}
              chosen={runs[0].data?.run}
              onChoose={(id) => set({ a: id })}
            />
            <RunPicker
              label={compareTexts.second}
              chosen={runs[1].data?.run}
              onChoose={(id) => set({ b: id })}
            />
          </SimpleGrid>
          {a && b && (
            <Tooltip label={compareTexts.swap}>
              <ActionIcon
                variant="default"
                size={36}
                aria-label={compareTexts.swap}
                onClick={() => set({ a: b, b: a })}
                data-print="hide"
              >
                <IconArrowsLeftRight size={17} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <FaultAlert fault={runs[0].error ?? runs[1].error} />
        {lacksResult && <Alert color="yellow">{compareTexts.noResult}</Alert>}
        {a && a === b && <Alert color="yellow">{compareTexts.same}</Alert>}
        {isLoading && <Skeleton height={420} />}
        {first && second && a !== b && <Comparison first={first} second={second} />}
        {!isLoading && !(a && b) && (
          <Section>
            <EmptyState icon={IconUsers} title={compareTexts.empty.title} order={2}>
              {compareTexts.empty.text}
            </EmptyState>
          </Section>
        )}
      </Stack>
    </>
  );
}

function compared(detail: RunDetail | undefined): ComparedRun | undefined {
  const answer = detail?.answer;
  return detail && (answer?.status === 'success' || answer?.status === 'partial')
    ? { detail, answer }
    : undefined;
}

function Comparison({ first, second }: { first: ComparedRun; second: ComparedRun }) {
  const isOtherLanguage = first.answer.audio.languageCode !== second.answer.audio.languageCode;
  return (
    <>
      {isOtherLanguage && <Alert color="yellow">{compareTexts.otherLanguage}</Alert>}
      <ScoreComparison first={first} second={second} />
      <MeasuresTable first={first} second={second} />
    </>
  );
}
