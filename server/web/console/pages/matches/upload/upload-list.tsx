import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { MatchRow } from '../../../../../modules/console/contract/matches.ts';
import { useClientId } from '../../../api/session.ts';
import { formatSize } from '../../../components/format.ts';
import { StatusBadge, ToneBadge } from '../../../components/status-badge.tsx';
import { statusLabels } from '../../../texts/common.ts';
import { matchTexts } from '../../../texts/matches.ts';
import { ScoreCell } from '../score.tsx';
import classes from './upload.module.css';
import type { UploadItem } from './upload-queue.ts';

const { upload: words } = matchTexts;

interface UploadListProps {
  items: readonly UploadItem[];
  onRetry: (id: number) => void;
  onMatchAgain: (id: number) => void;
}

/** The files with how far each is. */
export function UploadList({ items, onRetry, onMatchAgain }: UploadListProps) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id} className={classes.item}>
          <IconFileTypePdf size={22} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
          <div className={classes.name}>
            <Text size="sm" fw={550} truncate title={item.fileName}>
              {item.fileName}
            </Text>
            <Text size="xs" c={item.state.kind === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}>
              {'message' in item.state ? item.state.message : formatSize(item.sizeBytes)}
            </Text>
          </div>
          <div className={classes.state}>
            <State item={item} onRetry={() => onRetry(item.id)} onMatchAgain={() => onMatchAgain(item.id)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface StateProps {
  item: UploadItem;
  onRetry: () => void;
  onMatchAgain: () => void;
}

function State({ item: { state, fileName }, onRetry, onMatchAgain }: StateProps) {
  const clientId = useClientId();
  switch (state.kind) {
    case 'waiting':
      return (
        <Text size="sm" c="dimmed">
          {words.waiting}
        </Text>
      );
    case 'uploading':
      return (
        <div style={{ width: 140 }}>
          <Progress value={state.share * 100} aria-label={words.progressOf(fileName)} />
          <Text size="xs" c="dimmed" ta="end" data-figures>
            {words.uploading(Math.round(state.share * 100))}
          </Text>
        </div>
      );
    case 'accepted':
      return <Accepted match={state.match} />;
    case 'known':
      return (
        <Group gap="sm" wrap="nowrap" justify="flex-end">
          <Button variant="default" size="xs" onClick={onMatchAgain}>
            {words.matchAgain}
          </Button>
          <Anchor component={Link} to={`/c/${clientId}/matches/${state.matchId}`} size="sm">
            {words.open}
          </Anchor>
        </Group>
      );
    case 'refused':
      return state.isFinal ? (
        <ToneBadge tone="negative">{statusLabels.failed}</ToneBadge>
      ) : (
        <Button variant="default" size="xs" onClick={onRetry}>
          {words.again}
        </Button>
      );
  }
}

function Accepted({ match }: { match: MatchRow }) {
  const clientId = useClientId();
  return (
    <Group gap="sm" wrap="nowrap" justify="flex-end">
      {match.status === 'finished' ? (
        <ScoreCell score={match.score} />
      ) : (
        <StatusBadge status={match.status} size="sm" />
      )}
      {match.finishedAt !== null && (
        <Anchor component={Link} to={`/c/${clientId}/matches/${match.id}`} size="sm">
          {words.open}
        </Anchor>
      )}
    </Group>
  );
}
