import { Badge, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobDetails, JobVersionView } from '../../../../modules/console/jobs/contract.ts';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { DateTime } from '../../components/date-time.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { ToneBadge } from '../../components/status-badge.tsx';
import { jobTexts } from '../../texts/jobs.ts';
import { changesBetween, diffLines, type JobChange } from './config-diff.ts';
import classes from './jobs.module.css';
import { RequirementsSummary } from './requirements-summary.tsx';

const { versions: words, kinds, job: jobWords, editor } = jobTexts;

/** Every state the job has had, with what each changed. */
export function JobVersionsPanel({ job }: { job: JobDetails }) {
  const clientId = useClientId();
  const query = useQuery(
    reading('GET /clients/:clientId/jobs/:jobId/versions', { params: { clientId, jobId: job.id } }),
  );
  const versions = query.data?.items;
  return (
    <>
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={160} radius="md" />}
      <ol className={classes.timeline}>
        {versions?.map((version, index) => (
          <li key={version.number}>
            <Version version={version} before={versions[index + 1]} isCurrent={index === 0} />
          </li>
        ))}
      </ol>
      {versions && versions.at(-1)?.number !== 1 && (
        <Text size="sm" c="dimmed" mt="md">
          {words.shortened}
        </Text>
      )}
    </>
  );
}

interface VersionProps {
  version: JobVersionView;
  before: JobVersionView | undefined;
  isCurrent: boolean;
}

function Version({ version, before, isCurrent }: VersionProps) {
  const [isShown, setShown] = useState(false);
  const { author } = version;
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={640}>{jobWords.version(version.number)}</Text>
            {isCurrent && <Badge size="sm">{words.current}</Badge>}
            {!before && version.number === 1 && (
              <Badge size="sm" color="gray">
                {words.first}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <DateTime value={version.createdAt} />{' '}
            {author && (author.kind === 'key' ? words.byKey(author.name) : words.by(author.name))}
          </Text>
        </Stack>
        <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? words.hide : words.show}
        </Button>
      </Group>
      {before && <Difference before={before} after={version} />}
      {isShown && (
        <Stack mt="md" gap="md">
          <RequirementsSummary config={version.config} />
          <Text size="sm" className={classes.description ?? ''}>
            {version.description}
          </Text>
        </Stack>
      )}
    </Paper>
  );
}

function Difference({ before, after }: { before: JobVersionView; after: JobVersionView }) {
  const changes = changesBetween(before, after);
  const isReworded = before.description !== after.description;
  if (changes.length === 0 && !isReworded) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        {words.noChanges}
      </Text>
    );
  }
  return (
    <div style={{ marginTop: 12 }}>
      {changes.map((change) => (
        <Change key={`${change.what} ${change.name}`} change={change} />
      ))}
      {isReworded && (
        <div className={classes.change}>
          <ToneBadge tone="info" icon={null} size="sm">
            {words.changed}
          </ToneBadge>
          <span>{words.description}</span>
          <pre className={classes.lines} style={{ gridColumn: '1 / -1' }}>
            {diffLines(before.description, after.description).map(({ kind, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
              <span key={index} className={classes.line} data-kind={kind}>
                {kind === 'added' ? '+ ' : kind === 'removed' ? '− ' : '  '}
                {text}
              </span>
            ))}
          </pre>
        </div>
      )}
    </div>
  );
}

const whats = { ...kinds, position_id: editor.positionId, employment_conditions: editor.conditions };

function Change({ change: { what, name, before, after } }: { change: JobChange }) {
  const [tone, word] =
    before === null
      ? (['positive', words.added] as const)
      : after === null
        ? (['negative', words.removed] as const)
        : (['info', words.changed] as const);
  return (
    <div className={classes.change}>
      <ToneBadge tone={tone} icon={null} size="sm">
        {word}
      </ToneBadge>
      <span style={{ overflowWrap: 'anywhere' }}>
        {whats[what]}
        {name && <strong> {name}</strong>}
        <Text span c="dimmed" size="sm">
          {' '}
          {before !== null && after !== null ? (
            <>
              <s>{before}</s> → {after}
            </>
          ) : (
            (after ?? before)
          )}
        </Text>
      </span>
    </div>
  );
}
