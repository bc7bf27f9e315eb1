import { type AccentResult, scoreAccentOf } from '../../../domain/scoring/accent.ts';
import { scoreAccentByProsody, spokenPieces } from '../../../domain/scoring/accent-prosody.ts';
import { type Abstention, isAbstention } from '../../../domain/scoring/types.ts';
import { RunFailure } from '../../../errors.ts';
import type { RequiredStep, StepContext } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { SpeechEngines } from './engines.ts';
import { type ScoringInput, speechOf } from './read-candidate.ts';
import type { AccentScored } from './state.ts';

/**
 * From the sounds of words where an aligner knows the language, else from the melody of speech. Accent that cannot be
 * measured fails the run rather than giving a placeholder.
 */
export const scoreAccent: RequiredStep<ScoringInput, AccentScored, SpeechEngines> = {
  name: 'scoreAccent',
  required: true,
  lane: 'cpu',
  timeoutMs: minutes(2),
  failsAs: 'ACCENT_SCORE_UNAVAILABLE',
  run: async (input, context) => {
    const accent =
      input.alignment?.engineId === null
        ? await byProsody(input, context)
        : scoreAccentOf(speechOf(input), calibrationFor(input, context));
    // Too uncertain to tell is measured: the run keeps its other scores.
    if (isAbstention(accent) && !accent.measured)
      throw new RunFailure('ACCENT_SCORE_UNAVAILABLE', accent.reason);
    return { accent };
  },
};

/** The same sounds give other figures to another witness. */
function calibrationFor(
  { alignment }: ScoringInput,
  { engines: { calibration } }: StepContext<SpeechEngines>,
) {
  return alignment?.witnessId === undefined
    ? calibration
    : { ...calibration, accent: calibration.accentStates };
}

async function byProsody(
  input: ScoringInput,
  { engines, signal }: StepContext<SpeechEngines>,
): Promise<AccentResult | Abstention> {
  const speech = speechOf(input);
  const pieces = spokenPieces(
    speech,
    input.turns.filter(({ speaker }) => speaker !== input.candidate.speaker),
  );
  const pitchTracks = await engines.prosody.measure({ pcmPath: input.pcm.path, spans: pieces, signal });
  const heard = pieces.map((piece, index) => ({ ...piece, pitchTrack: pitchTracks[index]! }));
  return scoreAccentByProsody(speech, heard, input.language, engines.calibration);
}
