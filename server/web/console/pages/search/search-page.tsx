import { Alert, Anchor, Button, Paper, Progress, Skeleton, Stack, Text, Title } from '@mantine/core';
import {
  IconDownload,
  IconFileOff,
  IconFileX,
  IconInfoCircle,
  IconPencil,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { SearchDetails } from '../../../../modules/console/search/contract.ts';
import { addressOf } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { useClientId, useMay } from '../../api/session.ts';
import { DateTime, Duration } from '../../components/date-time.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ExpiredNote } from '../../components/expired-note.tsx';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { poolName, searchTexts } from '../../texts/search.ts';
import { RequirementsSummary } from '../jobs/requirements-summary.tsx';
import { NamesSwitch } from './names-switch.tsx';
import { useNames } from './person.ts';
import { Results } from './results.tsx';
import classes from './search.module.css';
import { positionOf } from './search-columns.tsx';
import { useSearchEvents } from './use-search-events.ts';

const { result: words } = searchTexts;

/** A search and whom it found, the best first, each with the reasons. */
export function SearchPage() {
  const clientId = useClientId();
  const { runId = '' } = useParams();
  const [names, setNames] = useNames();
  const query = useQuery({
    ...reading('GET /clients/:clientId/searches/:runId', { params: { clientId, runId }, query: { names } }),
    placeholderData: (before, asked) =>
      (asked?.queryKey[1] as { runId?: string })?.runId === runId ? before : undefined,
  });
  const search = query.data;
  return (
    <>
      <PageHeader
        title={search ? positionOf(search) : words.loading}
        back={{ to: `/c/${clientId}/cv-search`, label: searchTexts.back }}
        {...(search && {
          badge: search.status === 'finished' ? null : <StatusBadge status={search.status} size="sm" />,
          description: <Facts search={search} />,
          actions: <Actions search={search} names={names} onNames={setNames} />,
        })}
      />
      <FaultAlert fault={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton height={560} radius="md" />}
      {search && <Body search={search} />}
    </>
  );
}

function Facts({ search }: { search: SearchDetails }) {
  const clientId = useClientId();
  const { job, filters, corpusId, searched, compared, processingTimeMs } = search;
  const filtered = [...filters.tags, ...(filters.requireMinimalQualifications ? [words.onlyMusts] : [])];
  return (
    <Stack gap={2}>
      {compared !== null && searched !== null && <span>{words.compared(compared, searched)}</span>}
      <span className={classes.facts}>
        <span>
          {words.corpus}{' '}
          <Anchor component={Link} size="sm" to={`/c/${clientId}/cv-search/corpora/${corpusId}`}>
            {poolName(corpusId)}
          </Anchor>
        </span>
        {job.id !== null && (
          <span>
            {words.job}{' '}
            <Anchor component={Link} size="sm" to={`/c/${clientId}/jobs/${job.id}`}>
              {positionOf(search)}
            </Anchor>
          </span>
        )}
        {filtered.length > 0 && (
          <span>
            {words.filteredBy} {filtered.join(', ')}
          </span>
        )}
        <span>
          {words.when} <DateTime value={search.createdAt} style="datetime" />
        </span>
        {processingTimeMs !== null && (
          <span>
            {words.took} <Duration ms={processingTimeMs} />
          </span>
        )}
      </span>
    </Stack>
  );
}

interface ActionsProps {
  search: SearchDetails;
  names: boolean;
  onNames: (names: boolean) => void;
}

function Actions({ search, names, onNames }: ActionsProps) {
  const clientId = useClientId();
  const maySearch = useMay('POST /clients/:clientId/searches');
  return (
    <>
      <NamesSwitch isOn={names} onChange={onNames} />
      {search.people && search.people.length > 0 && (
        <Button
          variant="default"
          component="a"
          href={addressOf('GET /clients/:clientId/searches/:runId/export', {
            params: { clientId, runId: search.id },
            query: { names },
          })}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.export}
        </Button>
      )}
      {maySearch && (
        <Button
          variant="default"
          component={Link}
          to={`/c/${clientId}/cv-search/new?from=${search.id}`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {words.again}
        </Button>
      )}
    </>
  );
}

function Body({ search }: { search: SearchDetails }) {
  if (search.status === 'queued' || search.status === 'processing') return <UnderWay search={search} />;
  if (search.people === null) {
    const isFailed = search.status === 'failed';
    return (
      <Stack gap="lg">
        <Section>
          <EmptyState icon={isFailed ? IconFileX : IconFileOff} title={isFailed ? words.failed : words.gone}>
            {isFailed ? `${search.error?.message ?? ''} ${words.failedBody}` : words.goneBody}
          </EmptyState>
        </Section>
        <ExpiredNote expired={search.expired} />
        <Asked search={search} />
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      {words.serverLanguage && (
        <Text size="xs" c="dimmed">
          {words.serverLanguage}
        </Text>
      )}
      {search.warnings.length > 0 && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title={words.warnings}>
          {search.warnings.map((warning) => (
            <Text size="sm" key={warning}>
              {warning}
            </Text>
          ))}
        </Alert>
      )}
      {search.people.length === 0 ? (
        <Section>
          <EmptyState icon={IconUsers} title={words.nobody}>
            {words.nobodyBody}
          </EmptyState>
        </Section>
      ) : (
        <Results search={search} people={search.people} />
      )}
      <Asked search={search} />
    </Stack>
  );
}

/** The position as it stood, and what decided. */
function Asked({ search }: { search: SearchDetails }) {
  return (
    <Section title={words.asked}>
      <Stack gap="md">
        {search.description && (
          <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }} lineClamp={12}>
            {search.description}
          </Text>
        )}
        <RequirementsSummary config={search.config} />
        {search.method && (
          <Text size="xs" c="dimmed">
            {words.method}: {search.method}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function UnderWay({ search }: { search: SearchDetails }) {
  const event = useSearchEvents(useClientId(), search.id);
  const isQueued = (event?.status ?? search.status) === 'queued';
  return (
    <Paper withBorder p="xl" role="status">
      <Stack gap="md" maw={520} mx="auto">
        <Title order={2}>{isQueued ? words.queued : words.underWay}</Title>
        <Text c="dimmed" size="sm">
          {isQueued && event?.queuePosition ? words.queuedAt(event.queuePosition) : words.underWayBody}
        </Text>
        <Progress value={isQueued ? 5 : 60} animated={!isQueued} aria-label={words.underWay} />
      </Stack>
    </Paper>
  );
}
