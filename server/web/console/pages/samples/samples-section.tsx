import { Button, Group } from '@mantine/core';
import { IconEye, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { CandidateRow } from '../../../../modules/console/candidates/contract.ts';
import { useChange } from '../../api/changes.ts';
import { reading } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { sampleTexts as words } from '../../texts/samples.ts';
import { candidateColumns } from '../candidates/candidate-columns.tsx';
import { whoIs } from '../candidates/who.ts';
import { SampleBadge } from './sample-badge.tsx';

const shownColumns: readonly string[] = ['has', 'cv', 'speech'];
const columns: readonly Column<CandidateRow>[] = candidateColumns.flatMap((column) =>
  column.key === 'name'
    ? [
        {
          key: 'name',
          title: column.title,
          isName: true,
          render: (row: CandidateRow) => (
            <Group gap={8} display="inline-flex">
              <span>{whoIs(row)}</span>
              <SampleBadge />
            </Group>
          ),
        },
      ]
    : shownColumns.includes(column.key)
      ? [column]
      : [],
);

interface SamplesSectionProps {
  clientId: string;
  /** Whether there is nothing of the client's own to look at: then samples are offered. */
  isEmpty: boolean;
}

/** The sample candidates while they are shown; else the offer to show them, where there are no others. */
export function SamplesSection({ clientId, isEmpty }: SamplesSectionProps) {
  const mayChoose = useMay('POST /clients/:clientId/samples');
  const { data } = useQuery(reading('GET /clients/:clientId/samples', { params: { clientId } }));
  const change = useChange();
  const params = { clientId };
  const show = useMutation({ mutationFn: () => change('POST /clients/:clientId/samples', { params }) });
  const remove = useMutation({ mutationFn: () => change('DELETE /clients/:clientId/samples', { params }) });
  if (!data) return null;
  if (data.items.length === 0) {
    if (!isEmpty || !mayChoose) return null;
    return (
      <Section title={words.offerTitle} description={words.offerText}>
        <FaultAlert fault={show.error} />
        <Button
          variant="default"
          loading={show.isPending}
          onClick={() => show.mutate()}
          leftSection={<IconEye size={16} aria-hidden />}
        >
          {words.offer}
        </Button>
      </Section>
    );
  }
  return (
    <Section
      flush
      title={words.title}
      description={words.description}
      {...(mayChoose && {
        actions: (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
            leftSection={<IconX size={15} aria-hidden />}
          >
            {words.remove}
          </Button>
        ),
      })}
    >
      <FaultAlert fault={remove.error} />
      <DataTable
        label={words.table}
        columns={columns}
        rows={data.items}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/c/${clientId}/candidates/${id}`}
        empty={null}
      />
    </Section>
  );
}
