import { join, resolve } from 'node:path';
import type { Span, Word } from '../../server/domain/transcript/types.ts';
import { runsOfWindow, type SpeechStates, speechStates } from '../../server/engines/align/speech-states.ts';
import { onRecording } from '../../server/engines/asr/decoding/chunks.ts';
import { loudnessOf } from '../../server/engines/asr/decoding/loudness.ts';
import { windowWords } from '../../server/engines/asr/decoding/window-words.ts';
import { openWindow, windowsOf } from '../../server/engines/asr/decoding/windows.ts';
import { graphsOf } from '../../server/engines/asr/moonshine/graphs.ts';
import { hearWindows } from '../../server/engines/asr/moonshine/hear-windows.ts';
import { firstFrameMs, frameMs, openMoonshine } from '../../server/engines/asr/moonshine/networks.ts';
import { readMoonshineTokens } from '../../server/engines/asr/moonshine/tokens.ts';
import { openPcm } from '../../server/engines/audio/pcm.ts';

const bundled = resolve(import.meta.dirname, '../../models/bundled');

/** As the product's recogniser hears at most (server/engines/asr/moonshine/listen.ts). */
const maxWindowMs = 15_000;

export interface Listening {
  words: Word[];
  windows: Span[];
  states: SpeechStates;
}

export interface Listener {
  /** @param durationMs of the whole file, all of which is taken for speech */
  listen(pcmPath: string, durationMs: number): Promise<Listening>;
}

/**
 * The product's recogniser without what it does to recordings of interviews: no voice detector, no question whether this is English.
 * What was never English would be refused there; here every utterance gets a score.
 */
export async function openListener(recogniserPath: string, graphsFolder?: string): Promise<Listener> {
  const [networks, tokens] = await Promise.all([
    openMoonshine({
      dir: recogniserPath,
      graphs: graphsOf('base', graphsFolder),
      threads: 1,
    }),
    readMoonshineTokens(join(bundled, 'moonshine-tokens.txt')),
  ]);
  const { signal } = new AbortController();
  const clock = { width: networks.width, frameMs, firstFrameMs };
  return {
    async listen(pcmPath, durationMs) {
      const pcm = await openPcm(pcmPath);
      try {
        const chunks = await windowsOf(pcm, [{ startMs: 0, endMs: durationMs }], maxWindowMs);
        const windows = await Promise.all(chunks.map((chunk) => openWindow(pcm, chunk)));
        const heard = await hearWindows(
          { networks, tokens },
          windows.map(({ samples }) => samples),
          { signal },
        );
        return {
          words: windows.flatMap(({ chunk, samples }, index) =>
            windowWords(
              heard[index]!,
              { durationMs: chunk.durationMs, loudness: loudnessOf(samples) },
              { tokenizer: tokens, language: 'en' },
            ).map((word) => ({ ...word, ...onRecording(chunk, word) })),
          ),
          windows: chunks.map(({ pieces }) => ({
            startMs: pieces[0]!.startMs,
            endMs: pieces.at(-1)!.endMs,
          })),
          states: speechStates(
            heard.flatMap(({ states }, index) => runsOfWindow(chunks[index]!.pieces, states, clock)),
            clock,
          ),
        };
      } finally {
        await pcm.close();
      }
    },
  };
}
