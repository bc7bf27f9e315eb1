import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutSpans } from '../../../domain/transcript/spans.ts';
import type { OptionalStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import type {
  CandidateAudioCut,
  CandidateDetected,
  Decoded,
  SpeakersAssigned,
  SpeechInput,
} from './state.ts';

type Input = SpeechInput & Decoded & Pick<SpeakersAssigned, 'turns'> & CandidateDetected;

/** Fragments shorter than this between two interruptions are noise to a listener. */
const minPieceMs = 200;

/** The candidate's turns as one MP3, without moments in which another person speaks too. Only when asked for. */
export const cutCandidateAudio: OptionalStep<Input, CandidateAudioCut, SpeechEngines> = {
  name: 'cutCandidateAudio',
  required: false,
  lane: 'cpu',
  timeoutMs: minutes(5),
  failsAs: 'INTERNAL_ERROR',

  run: async ({ includeCutAudio, pcm, turns, candidate }, { engines, workDir, signal }) => {
    if (!includeCutAudio) return { cutAudio: null };
    const own = turns.filter((turn) => turn.speaker === candidate.speaker);
    const others = turns.filter((turn) => turn.speaker !== candidate.speaker);
    const alone = withoutSpans(own, others).filter((span) => span.endMs - span.startMs >= minPieceMs);
    if (alone.length === 0) throw new Error('The candidate never speaks alone.');

    const path = join(workDir, 'cut.mp3');
    const { durationMs } = await engines.audio.encodeMp3(pcm.path, alone, path, signal);
    return { cutAudio: { path, durationMs } };
  },

  isIntact: async ({ cutAudio }) =>
    cutAudio === null ||
    stat(cutAudio.path).then(
      ({ size }) => size > 0,
      () => false,
    ),
};
