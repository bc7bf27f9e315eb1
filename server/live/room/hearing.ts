import { joined } from '../../domain/sound/frames.ts';
import { type Clock, seconds } from '../../time.ts';
import type { Ear, EarSession } from '../ear/ear.ts';
import type { EarEvent } from '../ear/protocol.ts';

/** Sound goes to the hearing process in pieces of so many frames. */
const hearFrames = 2;
/** An ear that fails so often in a row is not tried again at once. */
const maxEarFailures = 3;
const earRestMs = seconds(5);

/** What hears the candidate: opened with the first sound, and anew when it failed. */
export interface Hearing {
  /** The candidate's next frame, mono 16 kHz. */
  listen(frame: Int16Array): void;
  /** How far hearing is behind the recording, ms. */
  unheardMs(nowMs: number): number;
  close(): void;
}

export function createHearing({
  ear,
  language,
  patienceMs,
  clock,
  recordedMs,
  onEvent,
  onFailed,
}: {
  ear: Pick<Ear, 'open'>;
  language: string;
  patienceMs: number;
  clock: Clock;
  /** What the recording's clock shows. */
  recordedMs: () => number;
  onEvent: (event: EarEvent) => void;
  onFailed: (reason: string) => void;
}): Hearing {
  let session: EarSession | undefined;
  let failures = 0;
  let restUntilMs = 0;
  let frames: Int16Array[] = [];
  const open = () => {
    session = ear.open({
      ...{ language, hotwords: [], patienceMs },
      startMs: recordedMs(),
      onEvent(event) {
        if (event.type === 'final') failures = 0;
        onEvent(event);
      },
      onFailed(reason) {
        session = undefined;
        onFailed(reason);
        failures++;
        if (failures < maxEarFailures) return;
        restUntilMs = clock.now() + earRestMs;
        failures = 0;
      },
    });
  };
  return {
    listen(frame) {
      if (!session && clock.now() >= restUntilMs) {
        frames = [];
        open();
      }
      frames.push(frame);
      if (frames.length < hearFrames) return;
      const samples = joined(frames);
      frames = [];
      session?.push(samples);
    },
    unheardMs: (nowMs) => (session ? nowMs - session.heardMs() : 0),
    close: () => session?.close(),
  };
}
