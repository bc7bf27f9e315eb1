import type { StreamingAsrEvent } from '../asr/port.ts';

/** The speaker has finished, on the stream's clock. */
export interface TurnEnd {
  startMs: number;
  /** End of the turn's last speech. */
  endMs: number;
  /** When it was decided. */
  atMs: number;
  /** What the wait was chosen by: a finished sentence, words that say nothing, or words that must go on. */
  reason: 'sentence-ended' | 'silence' | 'long-silence';
  /** That the speech sounded finished, 0–1; absent where a detector does not listen to it. */
  probability?: number;
}

export interface TurnSession {
  /** Takes the stream's sound as it comes, before the events that tell of it. @param samples mono 16 kHz, −1…1 */
  push(samples: Float32Array): void;
  /** Takes what a stream's listener is told, in its order. */
  hear(event: StreamingAsrEvent): void;
  /**
   * Moves the stream's clock on: all sound before `nowMs` has been pushed and its events heard.
   *
   * @returns the end of the turn, once for each turn and never during speech
   */
  advance(nowMs: number): Promise<TurnEnd | undefined>;
}

/** Decides when the one who speaks has finished. The only clock is that of the sound: same sound and events, same turns. */
export interface TurnDetector {
  readonly id: string;
  /**
   * @param options.language ISO 639-1, of the words
   * @param options.recogniser whose words they are: `AsrEngine.id`
   * @param options.patienceMs silence behind what does not sound or read finished; a detector's own when absent
   */
  start(options: { language: string; recogniser?: string; patienceMs?: number }): TurnSession;
}
