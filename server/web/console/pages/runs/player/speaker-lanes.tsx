import { Text } from '@mantine/core';
import { type MouseEvent, useEffect, useRef } from 'react';
import { formatShare } from '../../../components/format.ts';
import { listenTexts } from '../../../texts/run.ts';
import { colourOfSpeaker, type Lane } from './lanes.ts';
import type { PlayedSpan } from './played-spans.ts';
import type { Player } from './player.ts';
import classes from './recording.module.css';
import { speakerName } from './speaker-name.ts';

interface SpeakerLanesProps {
  lanes: readonly Lane[];
  /** The part of the recording that the waveform above shows. */
  view: PlayedSpan;
  durationMs: number;
  player: Player | null;
}

/** Who speaks when: a row for each speaker, below the waveform and on the same scale. */
export function SpeakerLanes({ lanes, view, durationMs, player }: SpeakerLanesProps) {
  const head = useRef<HTMLDivElement>(null);
  const spanMs = Math.max(1, view.endMs - view.startMs);
  const spokenMs = lanes.reduce((sum, { speaker }) => sum + speaker.speakingMs, 0);

  useEffect(() => {
    if (!player) return;
    const place = (positionMs: number) => {
      if (!head.current) return;
      const share = (positionMs - view.startMs) / spanMs;
      head.current.style.left = `${100 * share}%`;
      head.current.style.visibility = share >= 0 && share <= 1 ? 'visible' : 'hidden';
    };
    place(player.positionMs());
    return player.onPosition(place);
  }, [player, view, spanMs]);

  const jump = (event: MouseEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    player?.seek(view.startMs + ((event.clientX - left) / width) * spanMs);
  };
  return (
    <div className={classes.lanes}>
      {player && <div className={classes.head} ref={head} aria-hidden />}
      {lanes.map(({ speaker, spans }) => {
        const colour = colourOfSpeaker(lanes, speaker.id);
        const share = formatShare(spokenMs > 0 ? speaker.speakingMs / spokenMs : 0);
        const name = speakerName(speaker);
        return (
          <div key={speaker.id} className={classes.lane}>
            <Text size="xs" className={classes.laneName} component="div">
              <span className={classes.dot} style={{ background: `var(--mantine-color-${colour}-6)` }} />
              <span>{name}</span>
              <Text span size="xs" c="dimmed" data-figures>
                {share}
              </Text>
            </Text>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the player's own keys do the same */}
            <svg
              className={classes.laneTrack}
              viewBox={`${view.startMs} 0 ${spanMs} 1`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${listenTexts.lanes}: ${name}, ${share}`}
              onClick={jump}
            >
              <rect x={0} width={durationMs} y={0} height={1} className={classes.laneGround} />
              {spans.map(({ startMs, endMs }) => (
                <rect
                  key={startMs}
                  x={startMs}
                  width={endMs - startMs}
                  y={0}
                  height={1}
                  fill={`var(--mantine-color-${colour}-6)`}
                />
              ))}
            </svg>
          </div>
        );
      })}
    </div>
  );
}
