import { Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reading } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { FaultAlert } from '../../components/fault-alert.tsx';
import { Section } from '../../components/section.tsx';
import { homeTexts } from '../../texts/home.ts';
import { jobTexts } from '../../texts/jobs.ts';
import { formatScore } from '../matches/score.tsx';

const { jobs: words } = homeTexts;
const SHOWN = 8;

/** Jobs that are open, the newest first, with what came for them. */
export function JobsSection({ clientId }: { clientId: string }) {
  const mayCreate = useMay('POST /clients/:clientId/jobs');
  const { data, error, refetch } = useQuery(
    reading('GET /clients/:clientId/jobs', { params: { clientId }, query: { limit: SHOWN } }),
  );
  return (
    <Section
      title={words.title}
      {...(mayCreate && {
        actions: (
          <Button variant="subtle" size="compact-sm" component={Link} to={`/c/${clientId}/jobs/new`}>
            {words.create}
          </Button>
        ),
      })}
    >
      <FaultAlert fault={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton h={120} />}
      {data?.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.items.map(({ id, title, matches: { count, bestScore } }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            <Anchor
              component={Link}
              to={`/c/${clientId}/jobs/${id}`}
              size="sm"
              style={{ overflowWrap: 'anywhere' }}
            >
              {title || jobTexts.untitled}
            </Anchor>
            <Text size="sm" c="dimmed" data-figures style={{ whiteSpace: 'nowrap' }}>
              {[words.matched(count), bestScore !== null && words.best(formatScore(bestScore))]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Group>
        ))}
        {data?.next && (
          <li>
            <Anchor component={Link} to={`/c/${clientId}/jobs`} size="sm">
              {words.all}
            </Anchor>
          </li>
        )}
      </Stack>
    </Section>
  );
}
