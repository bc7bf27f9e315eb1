import { List, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Certificate, CertifiedRun } from '../../../../modules/console/deletions/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { formatCount, formatSize } from '../../components/format.ts';
import { Section } from '../../components/section.tsx';
import { serviceTypeName } from '../../components/service-types.ts';
import { deletionTexts as words } from '../../texts/retention.ts';
import classes from './certificate.module.css';
import { DeletedHashes } from './deleted-hashes.tsx';

const { facts } = words;

const columns: Column<CertifiedRun>[] = [
  {
    key: 'run',
    title: words.run,
    isName: true,
    render: ({ runId }) => <span className={classes.hash}>{runId}</span>,
  },
  {
    key: 'kind',
    title: words.kind,
    isNarrow: true,
    render: ({ serviceType }) => serviceTypeName(serviceType, words.deletedBefore),
  },
  {
    key: 'submitted',
    title: words.submitted,
    isNarrow: true,
    render: ({ submittedAt }) => <DateTime value={submittedAt} missing="–" />,
  },
  {
    key: 'files',
    title: words.files,
    render: ({ files }) =>
      files.map(({ name, sizeBytes }) => words.fileOf(name, formatSize(sizeBytes))).join(', ') || '–',
  },
  {
    key: 'rows',
    title: words.rows,
    align: 'end',
    isNarrow: true,
    render: ({ rows }) => formatCount(Object.values(rows).reduce((sum, count) => sum + count, 0)),
  },
];

interface CertificateViewProps {
  certificate: Certificate;
  sha256: string;
}

/** What was deleted, when and by whom; looks right on paper, too. */
export function CertificateView({ certificate, sha256 }: CertificateViewProps) {
  const { totals, client, subject, requestedBy, note, deletionId, runs } = certificate;
  return (
    <>
      <Section>
        <Stack gap="lg">
          <Text size="lg" fw={600}>
            {words.statement(totals.runs, totals.files, totals.rows, formatSize(totals.sizeBytes))}
            {totals.candidates ? ` ${words.candidates(totals.candidates)}` : ''}
            {totals.recordRows ? ` ${words.recordRows(totals.recordRows)}` : ''}
          </Text>
          <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} className={classes.facts!}>
            <Fact label={facts.client}>{client.name}</Fact>
            <Fact label={facts.subject}>
              {words.kindNames[subject.kind]}
              <span className={classes.hash}>{words.subjectSha(subject.name)}</span>
            </Fact>
            <Fact label={facts.requestedBy}>
              {[requestedBy.name, requestedBy.email].filter(Boolean).join(', ')}
            </Fact>
            <Fact label={facts.note}>{note || '–'}</Fact>
            <Fact label={facts.requestedAt}>
              <DateTime value={certificate.requestedAt} />
            </Fact>
            <Fact label={facts.completedAt}>
              <DateTime value={certificate.completedAt} />
            </Fact>
            <Fact label={facts.freed}>{words.freed[certificate.freedSpace]}</Fact>
            <Fact label={facts.id}>
              <span className={classes.hash}>{deletionId}</span>
            </Fact>
          </SimpleGrid>
          <div>
            <Text size="sm" c="dimmed">
              {facts.sha256}
            </Text>
            <CopyValue value={sha256} label={facts.sha256} />
            <Text size="xs" c="dimmed" mt={4}>
              {words.hashHint}
            </Text>
          </div>
        </Stack>
      </Section>
      <Section flush title={words.runsTitle}>
        <DataTable
          label={words.runsTitle}
          columns={columns}
          rows={runs}
          rowKey={({ runId }) => runId}
          empty={null}
        />
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Sentences title={words.keptTitle} sentences={certificate.kept} />
        <Sentences title={words.notCoveredTitle} sentences={certificate.notCovered} />
      </SimpleGrid>
      <DeletedHashes runs={runs} />
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  return (
    <Section title={title}>
      <List size="sm" spacing={6}>
        {sentences.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Section>
  );
}
