import { Stack, Text } from '@mantine/core';
import type { MatchDetails } from '../../../../modules/console/matches/contract.ts';
import { CopyValue } from '../../components/copy-value.tsx';
import { matchTexts } from '../../texts/matches.ts';
import { RequirementsSummary } from '../jobs/requirements-summary.tsx';
import classes from './match.module.css';

/** The job as it stood when the CV was submitted, and what decided. */
export function JobPanel({ match, method }: { match: MatchDetails; method: string }) {
  return (
    <Stack gap="lg">
      <Text size="sm" className={classes.description ?? ''}>
        {match.description}
      </Text>
      <RequirementsSummary config={match.config} />
      <Text size="xs" c="dimmed" component="div">
        {matchTexts.match.method}: {method}
      </Text>
      <CopyValue value={match.id} />
    </Stack>
  );
}
