import { RunFailure } from '../../../errors.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { BlobStore } from '../../../storage/port.ts';
import type { Run } from '../../runs/types.ts';
import { scale } from '../../shapes/scale.ts';
import { cutAudioFile, cutAudioKey, evidenceKey } from '../files.ts';
import { buildSpeechResult, type FinishedState } from '../result.ts';
import type { RescoringInput, SpeechRunInput } from '../stored.ts';
import { evidenceOf, type RescoreInput, readEvidence } from './evidence.ts';
import { hotwordsOf } from './hotwords.ts';
import { knownSpeakersOf } from './known-speakers.ts';
import type { SpeechInput } from './state.ts';

type Blobs = Pick<BlobStore, 'read' | 'open'>;

const uploadKey = ({ input }: Run<Pick<SpeechRunInput, 'blobKey'>>): string => input.blobKey;

const recordingOf = (
  { language, cutSettings, includeCutAudio, accentUse }: Omit<SpeechRunInput, 'fileName'>,
  audioPath: string,
) => ({ language, audioPath, includeCutAudio, cutSettings, ...(accentUse && { accentUse }) });

interface Finished<State, Input> {
  state: State;
  outcomes: readonly StepOutcome[];
  run: Run<Input>;
}

/** How a speech run is processed: what its pipeline reads, which files outlive it, what is stored of it. */
export function createSpeechRunService<State extends FinishedState>({
  pipeline,
}: {
  pipeline: Pipeline<SpeechInput, State>;
}) {
  return {
    pipeline,

    uploadKey,

    buildInput: async (run: Run<SpeechRunInput>, audioPath: string): Promise<SpeechInput> => ({
      runId: run.id,
      hotwords: hotwordsOf(run.metadata),
      knownSpeakers: knownSpeakersOf(run.metadata),
      heldTurns: run.input.heldTurns ?? null,
      slowTurns: run.input.slowTurns ?? 0,
      ...recordingOf(run.input, audioPath),
    }),

    keptFiles: (state: State, run: Run<SpeechRunInput>): Record<string, string> =>
      state.cutAudio ? { [cutAudioKey(run.id)]: state.cutAudio.path } : {},

    /** With `analysis=false` details are stored nowhere, and such a run cannot be scored again. */
    keptDocuments(state: State, run: Run<SpeechRunInput>): Record<string, unknown> {
      const evidence = run.input.analysis === false ? undefined : evidenceOf(state);
      return evidence ? { [evidenceKey(run.id)]: evidence } : {};
    },

    buildResult: ({ state, outcomes, run }: Finished<State, SpeechRunInput>) =>
      buildSpeechResult({ state, outcomes, run, scale }),
  };
}

/** How a finished run is scored again for another speaker. */
export function createRescoringRunService<State extends FinishedState>({
  pipeline,
  blobs,
}: {
  pipeline: Pipeline<RescoreInput, State>;
  blobs: Blobs;
}) {
  /** One name per rescoring: the earlier result's file stays until the new one has taken its place. */
  const cutFileOf = (rescoring: { id: string }) => cutAudioFile.replace('.', `-${rescoring.id}.`);

  return {
    pipeline,

    uploadKey,

    async buildInput({ input }: Run<RescoringInput>, audioPath: string): Promise<RescoreInput> {
      const evidence = await readEvidence(blobs, input.runId);
      if (!evidence) {
        throw new RunFailure('SCORING_FAILED', 'What was heard in this recording is not kept any more.');
      }
      const { heard, pcmDurationMs, detected } = evidence;
      const recording = recordingOf(input, audioPath);
      return {
        runId: input.runId,
        ...recording,
        // A recording that is no longer kept cannot be cut; the scores do not need it.
        includeCutAudio: recording.includeCutAudio && (await blobs.open(input.blobKey)) !== undefined,
        ...heard,
        pcmDurationMs,
        chosen: { speaker: input.speaker, detected },
      };
    },

    keptFiles: (state: State, run: Run<RescoringInput>): Record<string, string> =>
      state.cutAudio ? { [cutAudioKey(run.input.runId, cutFileOf(run))]: state.cutAudio.path } : {},

    buildResult({ state, outcomes, run }: Finished<State, RescoringInput>) {
      const built = buildSpeechResult({ state, outcomes, run, scale });
      const { cutAudio } = built.result;
      return cutAudio
        ? { ...built, result: { ...built.result, cutAudio: { ...cutAudio, file: cutFileOf(run) } } }
        : built;
    },
  };
}
