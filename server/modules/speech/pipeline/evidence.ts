import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BlobStore } from '../../../storage/port.ts';
import { evidenceKey } from '../files.ts';
import type {
  Aligned,
  CandidateDetected,
  Decoded,
  Diarised,
  SpeakersAssigned,
  SpeechDetected,
  SpeechInput,
  Transcribed,
} from './state.ts';

/** What was heard in a recording, of all speakers: all that scoring another speaker of it needs. */
export type Heard = Pick<SpeechDetected, 'speech' | 'snrDb'> &
  Pick<Transcribed, 'recognition'> &
  Pick<Aligned, 'alignment'> &
  Diarised &
  SpeakersAssigned &
  Pick<Decoded, 'source'>;

/** What is kept of a finished run, compressed beside its recording. */
export interface SpeechEvidence {
  version: 1;
  pcmDurationMs: number;
  heard: Heard;
  /** Whom the recording alone suggested. */
  detected: CandidateDetected['candidate'];
}

const decompress = promisify(gunzip);

/** Undefined where it is not kept. */
export async function readEvidence(
  blobs: Pick<BlobStore, 'read'>,
  runId: string,
): Promise<SpeechEvidence | undefined> {
  const stored = await blobs.read(evidenceKey(runId));
  return stored && (JSON.parse((await decompress(stored)).toString('utf8')) as SpeechEvidence);
}

/** Undefined where something is missing: such a run cannot be scored again. */
export function evidenceOf(state: Partial<Heard & Decoded & CandidateDetected>): SpeechEvidence | undefined {
  const {
    pcm,
    source,
    speech,
    snrDb,
    recognition,
    alignment,
    turns,
    spokenWords,
    speakerCount,
    diarisation,
  } = state;
  const { candidate } = state;
  if (!pcm || !source || !speech || snrDb === undefined || !recognition || !alignment || !candidate) {
    return undefined;
  }
  if (!turns || !spokenWords || speakerCount === undefined || !diarisation) return undefined;
  return {
    version: 1,
    pcmDurationMs: pcm.durationMs,
    heard: {
      source,
      speech,
      snrDb,
      recognition,
      alignment,
      turns,
      spokenWords,
      speakerCount,
      diarisation,
    },
    detected: candidate,
  };
}

/** What the steps of rescoring begin with. */
export interface RescoreInput extends SpeechInput, Heard {
  pcmDurationMs: number;
  chosen: { speaker: string; detected: CandidateDetected['candidate'] };
}
