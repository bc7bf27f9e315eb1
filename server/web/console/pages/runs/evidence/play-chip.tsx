import { UnstyledButton } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { formatClock } from '../../../components/format.ts';
import { listenTexts } from '../../../texts/run.ts';
import { usePlayer } from '../player/player-context.tsx';
import classes from './play-chip.module.css';

/** Heard a little before and after, so that a word is not cut. */
const MARGIN_MS = 250;

interface PlayChipProps {
  startMs: number;
  /** Plays on without one. */
  endMs?: number;
  marginMs?: number;
}

/** A place in the recording; a button where there is still something to hear. */
export function PlayChip({ startMs, endMs, marginMs = MARGIN_MS }: PlayChipProps) {
  const player = usePlayer();
  const clock = formatClock(startMs);
  if (!player) return <span className={classes.chip}>{clock}</span>;
  return (
    <UnstyledButton
      className={classes.chip}
      aria-label={listenTexts.playQuote(clock)}
      onClick={() =>
        player.playFrom(Math.max(0, startMs - marginMs), endMs === undefined ? undefined : endMs + marginMs)
      }
    >
      <IconPlayerPlayFilled size={10} aria-hidden />
      {clock}
    </UnstyledButton>
  );
}
