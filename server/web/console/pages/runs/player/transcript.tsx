import { Chip, Group, Switch } from '@mantine/core';
import { type MouseEvent, useMemo, useRef, useState } from 'react';
import type { Transcript } from '../../../../../domain/transcript/segments.ts';
import type { Analysis } from '../../../../../modules/console/runs/contract.ts';
import { listenTexts } from '../../../texts/run.ts';
import { colourOfSpeaker, type Lane } from './lanes.ts';
import { usePlayer } from './player-context.tsx';
import { speakerName } from './speaker-name.ts';
import classes from './transcript.module.css';
import { type MarkKind, markKinds, marksOf } from './transcript-marks.ts';
import { Segment } from './transcript-segment.tsx';
import { useWordAtPlay } from './use-word-at-play.ts';

interface TranscriptViewProps {
  transcript: Transcript;
  analysis: Analysis | null;
  lanes: readonly Lane[];
}

/** What was said, following what is heard; a click on a word plays from there. */
export function TranscriptView({ transcript, analysis, lanes }: TranscriptViewProps) {
  const player = usePlayer();
  const box = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  const [shown, setShown] = useState<string[]>(['doubt']);
  const marks = useMemo(() => marksOf(analysis), [analysis]);
  const words = useMemo(() => transcript.segments.flatMap((segment) => segment.words), [transcript]);
  useWordAtPlay({ box, player, words, isFollowing });

  const play = (event: MouseEvent<HTMLElement>) => {
    const start = (event.target as HTMLElement).closest<HTMLElement>('[data-start]')?.dataset.start;
    // Selecting text to copy it must not play it.
    if (player && start !== undefined && window.getSelection()?.isCollapsed !== false) {
      player.playFrom(Number(start));
    }
  };
  const speakers = new Map(transcript.speakers.map((speaker) => [speaker.id, speaker]));
  return (
    <div>
      <Group justify="space-between" gap="sm" mb="xs" data-print="hide">
        <Chip.Group multiple value={shown} onChange={setShown}>
          <Group gap={6} role="group" aria-label={listenTexts.marksLabel}>
            {offered(analysis).map((kind) => (
              <Chip key={kind} value={kind} size="xs" variant="light">
                {listenTexts.marks[kind]}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {player && (
          <Switch
            size="sm"
            label={listenTexts.follow}
            checked={isFollowing}
            onChange={(event) => setFollowing(event.currentTarget.checked)}
          />
        )}
      </Group>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: each segment's time is a button, and the player has keys */}
      <section
        ref={box}
        className={classes.box}
        aria-label={listenTexts.transcript}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-marks={shown.join(' ')}
        data-playable={player ? true : undefined}
        onClick={play}
      >
        {transcript.segments.map((segment, index) => {
          const speaker = speakers.get(segment.speaker);
          return (
            <Segment
              key={segment.id}
              segment={segment}
              name={speaker ? speakerName(speaker) : segment.speaker}
              colour={colourOfSpeaker(lanes, segment.speaker)}
              isContinued={transcript.segments[index - 1]?.speaker === segment.speaker}
              marks={speaker?.role === 'candidate' ? marks : null}
              canPlay={player !== null}
            />
          );
        })}
      </section>
    </div>
  );
}

/** Without an analysis only the recogniser's doubt is known. */
const offered = (analysis: Analysis | null): readonly MarkKind[] => (analysis ? markKinds : ['doubt']);
