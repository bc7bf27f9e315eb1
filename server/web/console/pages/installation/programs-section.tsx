import { Stack, Text } from '@mantine/core';
import type { Program } from '../../../../modules/console/installation/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section.tsx';
import type { Tone } from '../../components/status.ts';
import { ToneBadge } from '../../components/status-badge.tsx';
import { systemTexts } from '../../texts/installation.ts';

const tones: Record<Program['status'], Tone> = { ok: 'positive', warning: 'warning', missing: 'negative' };

/** Programs of the system, and how to get those that are missing. */
export function ProgramsSection({ programs }: { programs: readonly Program[] }) {
  return (
    <Section flush title={systemTexts.programs} description={systemTexts.programsText}>
      <DataTable
        label={systemTexts.programs}
        columns={columns}
        rows={programs}
        rowKey={({ name }) => name}
        empty={null}
      />
    </Section>
  );
}

const columns: Column<Program>[] = [
  { key: 'name', title: systemTexts.program, isName: true, render: ({ name }) => name },
  {
    key: 'state',
    title: systemTexts.state,
    render: ({ status }) => <ToneBadge tone={tones[status]}>{systemTexts.states[status]}</ToneBadge>,
  },
  {
    key: 'detail',
    title: systemTexts.detail,
    render: ({ detail, advice }) => (
      <Stack gap={2} align="flex-start">
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
        {advice && <CopyValue value={advice} />}
      </Stack>
    ),
  },
];
