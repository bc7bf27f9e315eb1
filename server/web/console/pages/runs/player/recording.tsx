import { Alert, Box, Divider, Grid, Stack } from '@mantine/core';
import { IconVolumeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from 'react';
import type { Transcript } from '../../../../../domain/transcript/segments.ts';
import type { Analysis, PeaksAnswer } from '../../../../../modules/console/runs/contract.ts';
import type { Reading } from '../../../api/reads.ts';
import { FaultAlert } from '../../../components/fault-alert.tsx';
import { Section } from '../../../components/section.tsx';
import { listenTexts } from '../../../texts/run.ts';
import { Moments } from '../evidence/moments.tsx';
import { lanesOf, neighbour } from './lanes.ts';
import type { PlayedSpan } from './played-spans.ts';
import type { Player } from './player.ts';
import { usePlayer, usePlayerState } from './player-context.tsx';
import classes from './recording.module.css';
import { SpeakerLanes } from './speaker-lanes.tsx';
import { TranscriptView } from './transcript.tsx';
import { KeyHelp, SKIP_MS, Transport } from './transport.tsx';

const Waveform = lazy(async () => ({ default: (await import('./waveform.tsx')).Waveform }));

interface RecordingProps {
  /** Where the waveform comes from. */
  peaks: Reading<PeaksAnswer>;
  durationMs: number;
  transcript: Transcript | null;
  analysis: Analysis | null;
}

/** Listening and reading together: waveform, speakers, transcript. */
export function Recording({ peaks, durationMs, transcript, analysis }: RecordingProps) {
  const player = usePlayer();
  const lanes = useMemo(() => (transcript ? lanesOf(transcript) : []), [transcript]);
  const [view, setView] = useState<PlayedSpan>({ startMs: 0, endMs: durationMs });
  const answers = lanes.find(({ speaker }) => speaker.role === 'candidate')?.spans ?? [];
  return (
    <Section title={listenTexts.title}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls within */}
      <div className={classes.player} onKeyDown={(event) => player && onKey(event, player, answers)}>
        <Stack gap="sm">
          {player ? (
            <Sound player={player} {...{ peaks, durationMs, onView: setView, lanes }} />
          ) : (
            <Alert color="gray" icon={<IconVolumeOff aria-hidden />}>
              {listenTexts.notKept}
            </Alert>
          )}
          {lanes.length > 0 && <SpeakerLanes {...{ lanes, view, durationMs, player }} />}
          {player && <KeyHelp />}
          <Divider />
          {transcript ? (
            <Grid gap="xl">
              <Grid.Col span={{ base: 12, lg: analysis ? 8 : 12 }}>
                <TranscriptView {...{ transcript, analysis, lanes }} />
              </Grid.Col>
              {analysis && (
                <Grid.Col span={{ base: 12, lg: 4 }}>
                  <Moments analysis={analysis} />
                </Grid.Col>
              )}
            </Grid>
          ) : (
            <Alert color="gray">{listenTexts.noTranscript}</Alert>
          )}
        </Stack>
      </div>
    </Section>
  );
}

interface SoundProps {
  player: Player;
  peaks: Reading<PeaksAnswer>;
  durationMs: number;
  lanes: ReturnType<typeof lanesOf>;
  onView: (view: PlayedSpan) => void;
}

function Sound({ player, peaks: source, durationMs, lanes, onView }: SoundProps) {
  const { isBroken } = usePlayerState(player);
  const [zoom, setZoom] = useState(1);
  const peaks = useQuery({
    ...source,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Transport
        player={player}
        durationMs={durationMs}
        candidate={lanes.find(({ speaker }) => speaker.role === 'candidate')}
        zoom={zoom}
        onZoom={setZoom}
      />
      {isBroken && <Alert color="red">{listenTexts.cannotPlay}</Alert>}
      <FaultAlert fault={peaks.error} />
      <Suspense fallback={<Box h={84} />}>
        <Waveform player={player} peaks={peaks.data} zoom={zoom} onView={onView} />
      </Suspense>
    </>
  );
}

/** Keys of the player, wherever the focus is within; what has the focus comes first. */
function onKey(event: KeyboardEvent<HTMLElement>, player: Player, answers: readonly PlayedSpan[]): void {
  const target = event.target as HTMLElement;
  const isOwn = target.closest('button,input,select,a,[role=slider]') !== null;
  const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
  const isSlider = target.closest('input,select,[role=slider]') !== null;
  if (event.key === ' ' && !isOwn) {
    player.toggle();
  } else if (direction !== 0 && !isSlider && event.shiftKey) {
    const toMs = neighbour(answers, player.positionMs(), direction < 0 ? 'previous' : 'next');
    if (toMs !== undefined) player.seek(toMs);
  } else if (direction !== 0 && !isSlider) {
    player.seek(player.positionMs() + direction * SKIP_MS);
  } else {
    return;
  }
  event.preventDefault();
}
