import { Box, Skeleton, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import type { PeaksAnswer } from '../../../../../modules/console/runs/contract.ts';
import { listenTexts } from '../../../texts/run.ts';
import type { PlayedSpan } from './played-spans.ts';
import type { Player } from './player.ts';

const HEIGHT_PX = 84;

interface WaveformProps {
  player: Player;
  /** Undefined while it is being made. */
  peaks: PeaksAnswer | undefined;
  /** 1 shows the whole recording. */
  zoom: number;
  /** Told which part is in sight. */
  onView: (view: PlayedSpan) => void;
}

/** The recording as a picture, from peaks that the server measured: no sound is loaded to draw it. */
export function Waveform({ player, peaks, zoom, onView }: WaveformProps) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<WaveSurfer | null>(null);
  const scheme = useComputedColorScheme('light');
  const told = useRef(onView);
  told.current = onView;

  useEffect(() => {
    if (!box.current || !peaks) return;
    const style = getComputedStyle(box.current);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const isDark = scheme === 'dark';
    const wave = WaveSurfer.create({
      container: box.current,
      media: player.audio,
      peaks: [peaks.peaks.map((percent) => percent / 100)],
      duration: peaks.durationMs / 1000,
      height: HEIGHT_PX,
      normalize: true,
      barWidth: 2,
      barGap: 1,
      barRadius: 2,
      cursorWidth: 2,
      cursorColor: colour('--mantine-color-red-5'),
      waveColor: colour(isDark ? '--mantine-color-dark-3' : '--mantine-color-gray-4'),
      progressColor: colour(isDark ? '--mantine-color-indigo-4' : '--mantine-color-indigo-5'),
      dragToSeek: true,
      hideScrollbar: false,
      cspNonce: document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '',
    });
    const whole = { startMs: 0, endMs: peaks.durationMs };
    told.current(whole);
    wave.on('scroll', (start, end) => {
      const view = { startMs: start * 1000, endMs: Math.min(end * 1000, peaks.durationMs) };
      told.current(view.endMs > view.startMs ? view : whole);
    });
    wave.on('interaction', (seconds) => player.seek(seconds * 1000));
    drawn.current = wave;
    return () => {
      drawn.current = null;
      wave.destroy();
    };
  }, [player, peaks, scheme]);

  useEffect(() => {
    const wave = drawn.current;
    const width = box.current?.clientWidth;
    // Until it is drawn there is nothing to enlarge.
    if (!wave?.getDecodedData() || !peaks || !width) return;
    wave.zoom(zoom === 1 ? 0 : (zoom * width) / (peaks.durationMs / 1000));
    if (zoom === 1) told.current({ startMs: 0, endMs: peaks.durationMs });
  }, [zoom, peaks]);

  return (
    <Box pos="relative" mih={HEIGHT_PX}>
      {!peaks && (
        <Skeleton height={HEIGHT_PX} role="status" aria-label={listenTexts.preparing} pos="absolute" />
      )}
      <div ref={box} role="img" aria-label={listenTexts.waveform} />
    </Box>
  );
}
