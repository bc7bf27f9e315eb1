import { Text, UnstyledButton } from '@mantine/core';
import { formatClock } from '../../../components/format.ts';
import { answersTexts } from '../../../texts/answers.ts';
import { usePlayer } from '../../runs/player/player-context.tsx';
import classes from './evidence.module.css';

/** A place in the recording; where there still is one, it plays it from there. */
export function TimeCode({ atMs }: { atMs: number }) {
  const player = usePlayer();
  const clock = formatClock(atMs);
  if (!player) return <Text className={classes.time}>{clock}</Text>;
  return (
    <UnstyledButton
      className={`${classes.time} ${classes.playable}`}
      onClick={() => player.playFrom(atMs)}
      aria-label={answersTexts.byQuestion.play(clock)}
    >
      {clock}
    </UnstyledButton>
  );
}
