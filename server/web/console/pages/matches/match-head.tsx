import { Alert, Anchor, Group, Paper, RingProgress, Stack, Text } from '@mantine/core';
import { IconInfoCircle, IconLockUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Met } from '../../../../domain/matching/types.ts';
import type { MatchDetails, MatchResultView } from '../../../../modules/console/matches/contract.ts';
import { useClientId, useIsSample } from '../../api/session.ts';
import { DateTime, Duration } from '../../components/date-time.tsx';
import { matchTexts } from '../../texts/matches.ts';
import classes from './match.module.css';
import { formatScore } from './score.tsx';
import { verdictIcons, verdictOrder } from './verdict.tsx';

const { match: words } = matchTexts;

interface MatchHeadProps {
  match: MatchDetails;
  result: MatchResultView;
  verdict: Met | null;
  onVerdict: (verdict: Met | null) => void;
}

/** What came of the match, in a glance: the score, why it is what it is, and how many requirements are met. */
export function MatchHead({ match, result, verdict, onVerdict }: MatchHeadProps) {
  const { score, cap, knownShare, summary } = result.match;
  return (
    <Paper withBorder className={classes.head}>
      <RingProgress
        size={132}
        thickness={11}
        roundCaps
        sections={[{ value: score, color: cap ? 'yellow.5' : 'indigo.5' }]}
        label={
          <Stack gap={2} align="center">
            <span className={classes.ringNumber} data-testid="score">
              {formatScore(score)}
            </span>
            <Text size="xs" c="dimmed">
              {words.of100}
            </Text>
          </Stack>
        }
        aria-label={`${words.scoreLabel}: ${formatScore(score)} ${words.of100}`}
        role="img"
      />
      <Stack gap="sm" miw={0}>
        {cap && (
          <Alert color="yellow" icon={<IconLockUp aria-hidden />} py={8}>
            <Text size="sm">{words.cappedAt(formatScore(cap.limit), formatScore(cap.uncappedScore))}</Text>
          </Alert>
        )}
        <Text style={{ textWrap: 'pretty' }} maw="52rem">
          {result.narrative?.summary ?? summary}
        </Text>
        <VerdictFilters result={result} verdict={verdict} onVerdict={onVerdict} />
        <div className={classes.facts}>
          <JobFact match={match} />
          <span>{words.knownShare(Math.round(knownShare * 100))}</span>
          <span>
            {words.submitted} <DateTime value={match.createdAt} style="datetime" />
          </span>
          {match.processingTimeMs !== null && (
            <span>
              {words.took} <Duration ms={match.processingTimeMs} />
            </span>
          )}
          {match.fileName && (
            <span>
              {words.file} {match.fileName}
            </span>
          )}
          {words.serverLanguage && <span>{words.serverLanguage}</span>}
        </div>
        {result.warnings.length > 0 && (
          <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title={words.warnings}>
            {result.warnings.map((warning) => (
              <Text size="sm" key={warning}>
                {warning}
              </Text>
            ))}
          </Alert>
        )}
      </Stack>
    </Paper>
  );
}

function JobFact({ match: { job, currentJobVersion } }: { match: MatchDetails }) {
  const clientId = useClientId();
  const title = job.title || job.positionId || matchTexts.noTitle;
  const isSample = useIsSample();
  if (job.id === null || isSample) {
    return (
      <span>
        {title}
        {!isSample && ` · ${matchTexts.inlineJob}`}
      </span>
    );
  }
  const isOlder = job.version !== null && currentJobVersion !== null && job.version < currentJobVersion;
  return (
    <Group gap={4} component="span">
      <Anchor component={Link} to={`/c/${clientId}/jobs/${job.id}`} size="xs">
        {title}
      </Anchor>
      {isOlder && <span>· {words.olderVersion(job.version!, currentJobVersion)}</span>}
    </Group>
  );
}

function VerdictFilters({ result, verdict, onVerdict }: Omit<MatchHeadProps, 'match'>) {
  const { requirements } = result.match;
  const countOf = (met: Met) => requirements.filter((one) => one.met === met).length;
  return (
    <fieldset className={classes.filters} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend
        style={{ position: 'absolute', clipPath: 'inset(50%)', width: 1, height: 1, overflow: 'hidden' }}
      >
        {words.filterLabel}
      </legend>
      <button
        type="button"
        className={classes.filter}
        aria-pressed={verdict === null}
        onClick={() => onVerdict(null)}
      >
        {words.filterAll} <span data-figures>{requirements.length}</span>
      </button>
      {verdictOrder.map((met) => {
        const Sign = verdictIcons[met];
        const count = countOf(met);
        if (count === 0) return null;
        return (
          <button
            key={met}
            type="button"
            className={classes.filter}
            data-met={met}
            aria-pressed={verdict === met}
            onClick={() => onVerdict(verdict === met ? null : met)}
          >
            <Sign size={14} stroke={2.4} aria-hidden />
            {matchTexts.verdicts[met]} <span data-figures>{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
