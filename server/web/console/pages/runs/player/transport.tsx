import { ActionIcon, Group, Kbd, NativeSelect, Slider, Switch, Text, Tooltip } from '@mantine/core';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
  IconRewindBackward5,
  IconRewindForward5,
  IconZoomIn,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatClock } from '../../../components/format.ts';
import { listenTexts } from '../../../texts/run.ts';
import { type Lane, neighbour } from './lanes.ts';
import type { Player } from './player.ts';
import { usePlayerState } from './player-context.tsx';

export const SKIP_MS = 5000;
const rates = [0.75, 1, 1.25, 1.5, 2];

interface TransportProps {
  player: Player;
  durationMs: number;
  /** The candidate's; absent where no voice is. */
  candidate: Lane | undefined;
  zoom: number;
  onZoom: (zoom: number) => void;
}

/** Play, jump, speed, zoom. */
export function Transport({ player, durationMs, candidate, zoom, onZoom }: TransportProps) {
  const { isPlaying, isLimited, rate } = usePlayerState(player);
  const answers = candidate?.spans ?? [];
  const jump = (direction: 'previous' | 'next') => {
    const toMs = neighbour(answers, player.positionMs(), direction);
    if (toMs !== undefined) player.seek(toMs);
  };
  return (
    <Group gap="md" justify="space-between" data-print="hide">
      <Group gap={6} wrap="nowrap">
        <IconButton
          label={listenTexts.previousTurn}
          onClick={() => jump('previous')}
          icon={IconPlayerSkipBackFilled}
        />
        <IconButton
          label={listenTexts.back}
          onClick={() => player.seek(player.positionMs() - SKIP_MS)}
          icon={IconRewindBackward5}
        />
        <ActionIcon
          size={44}
          radius="xl"
          variant="filled"
          color="indigo"
          aria-label={isPlaying ? listenTexts.pause : listenTexts.play}
          onClick={player.toggle}
        >
          {isPlaying ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
        </ActionIcon>
        <IconButton
          label={listenTexts.forward}
          onClick={() => player.seek(player.positionMs() + SKIP_MS)}
          icon={IconRewindForward5}
        />
        <IconButton
          label={listenTexts.nextTurn}
          onClick={() => jump('next')}
          icon={IconPlayerSkipForwardFilled}
        />
        <Clock player={player} durationMs={durationMs} />
      </Group>
      <Group gap="lg">
        {answers.length > 0 && (
          <Tooltip label={listenTexts.onlyCandidateHelp}>
            <Switch
              size="sm"
              label={listenTexts.onlyCandidate}
              checked={isLimited}
              onChange={(event) => player.limitTo(event.currentTarget.checked ? answers : null)}
            />
          </Tooltip>
        )}
        <NativeSelect
          size="xs"
          w={84}
          aria-label={listenTexts.speed}
          value={String(rate)}
          onChange={(event) => player.setRate(Number(event.currentTarget.value))}
          data={rates.map((value) => ({ value: String(value), label: listenTexts.times(value) }))}
        />
        <Group gap={8} wrap="nowrap" visibleFrom="sm">
          <IconZoomIn size={17} color="var(--mantine-color-dimmed)" aria-hidden />
          <Slider
            w={110}
            size="sm"
            min={1}
            max={20}
            value={zoom}
            onChange={onZoom}
            label={(value) => listenTexts.times(value)}
            thumbLabel={listenTexts.zoom}
          />
        </Group>
      </Group>
    </Group>
  );
}

interface IconButtonProps {
  label: string;
  onClick: () => void;
  icon: typeof IconRewindBackward5;
}

function IconButton({ label, onClick, icon: Sign }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} onClick={onClick}>
        <Sign size={20} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Where we are; written past React, many times a second. */
function Clock({ player, durationMs }: { player: Player; durationMs: number }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const show = (positionMs: number) => {
      if (text.current) text.current.textContent = formatClock(positionMs);
    };
    show(player.positionMs());
    return player.onPosition(show);
  }, [player]);
  return (
    <Text size="sm" ml={6} data-figures style={{ whiteSpace: 'nowrap' }}>
      <span ref={text} />
      <Text span c="dimmed">{` / ${formatClock(durationMs)}`}</Text>
    </Text>
  );
}

/** What the keys do, below the player. */
export function KeyHelp() {
  return (
    <Text size="xs" c="dimmed" visibleFrom="sm" data-print="hide" component="div">
      <Group gap={6} wrap="wrap">
        {listenTexts.keys.map(({ keys, does }) => (
          <Group key={does} gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
            <span>{does}</span>
          </Group>
        ))}
        <span>{listenTexts.clickWord}</span>
      </Group>
    </Text>
  );
}
