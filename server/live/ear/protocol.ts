import type { Word } from '../../domain/transcript/types.ts';
import type { StreamingAsrEvent } from '../../engines/asr/port.ts';
import type { SpeechEngineSettings } from '../../engines/compose-speech.ts';
import type { TurnEnd } from '../../engines/turns/port.ts';

/** What the hearing process is started with: its first message. */
export type EarSettings = Pick<SpeechEngineSettings, 'modelsDir' | 'recogniser'>;

/** What is heard of a stream, on its clock. */
export type EarEvent = StreamingAsrEvent | ({ type: 'turn-end' } & TurnEnd);

/** To the hearing process. Samples: mono 16 kHz, 16 bit. */
export type EarOrder =
  | {
      type: 'open';
      session: number;
      language: string;
      hotwords: readonly string[];
      patienceMs: number;
      startMs: number;
    }
  | { type: 'push'; session: number; samples: Int16Array }
  | { type: 'close'; session: number }
  /** A whole channel, raw PCM s16le mono 16 kHz. */
  | { type: 'transcribe'; request: number; language: string; hotwords: readonly string[]; pcmPath: string };

/** From it. */
export type EarReport =
  | { type: 'ready'; languages: string[] }
  | { type: 'unable'; reason: string }
  | { type: 'event'; session: number; event: EarEvent }
  /** Everything up to here has been heard, on the recording's clock. */
  | { type: 'heard'; session: number; untilMs: number }
  | { type: 'failed'; session: number; reason: string }
  | { type: 'transcribed'; request: number; words: Word[] }
  | { type: 'not-transcribed'; request: number; reason: string };
