import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { RunFailure } from '../../../errors.ts';
import type { Pipeline, StateOf } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { BlobStore } from '../../../storage/port.ts';
import type { Run } from '../../runs/types.ts';
import { cutAudioFile, cutAudioKey, evidenceKey } from '../files.ts';
import { buildSpeechResult, type FinishedState } from '../result.ts';
import { scale } from '../scale.ts';
import type { SpeechRunInput } from '../stored.ts';
import { evidenceOf, type RescoreInput, type SpeechEvidence } from './evidence.ts';
import { hotwordsOf } from './hotwords.ts';
import type { SpeechInput } from './state.ts';

const decompress = promisify(gunzip);

/**
 * How a speech run is processed: what its pipeline reads, which files outlive it, what is stored of it; and how it is
 * scored again for another speaker.
 */
export function createSpeechRunService<State extends FinishedState, Again extends FinishedState>({
  pipeline,
  rescorePipeline,
  blobs,
}: {
  pipeline: Pipeline<SpeechInput, State>;
  rescorePipeline: Pipeline<RescoreInput, Again>;
  blobs: Pick<BlobStore, 'read' | 'open'>;
}) {
  const uploadKey = ({ input }: Run<SpeechRunInput>) => input.blobKey;

  const inputOf = async (run: Run<SpeechRunInput>, audioPath: string): Promise<SpeechInput> => {
    const { language, cutSettings, includeCutAudio } = run.input;
    return {
      runId: run.id,
      language,
      audioPath,
      hotwords: hotwordsOf(run.metadata),
      includeCutAudio,
      cutSettings,
    };
  };

  const resultOf = (state: FinishedState, outcomes: readonly StepOutcome[], run: Run<SpeechRunInput>) =>
    buildSpeechResult({ state, outcomes, run, scale });

  /** One name per rescoring, so that a file is never replaced under a result that still names it. */
  const cutFileOf = (rescoring: { id: string }) => cutAudioFile.replace('.', `-${rescoring.id}.`);

  return {
    pipeline,

    uploadKey,
    buildInput: inputOf,

    keptFiles: (state: State, run: Run<SpeechRunInput>): Record<string, string> =>
      state.cutAudio ? { [cutAudioKey(run.id)]: state.cutAudio.path } : {},

    /** With `analysis=false` details are stored nowhere, and such a run cannot be scored again. */
    keptDocuments(state: State, run: Run<SpeechRunInput>): Record<string, unknown> {
      const evidence = run.input.analysis === false ? undefined : evidenceOf(state);
      return evidence ? { [evidenceKey(run.id)]: evidence } : {};
    },

    buildResult: ({
      state,
      outcomes,
      run,
    }: {
      state: StateOf<typeof pipeline>;
      outcomes: readonly StepOutcome[];
      run: Run<SpeechRunInput>;
    }) => resultOf(state, outcomes, run),

    rescoring: {
      pipeline: rescorePipeline,

      uploadKey,

      async buildInput(
        run: Run<SpeechRunInput>,
        audioPath: string,
        { speaker }: { speaker: string },
      ): Promise<RescoreInput> {
        const stored = await blobs.read(evidenceKey(run.id));
        if (!stored) {
          throw new RunFailure('SCORING_FAILED', 'What was heard in this recording is not kept any more.');
        }
        const { heard, pcmDurationMs, detected } = JSON.parse(
          (await decompress(stored)).toString('utf8'),
        ) as SpeechEvidence;
        const input = await inputOf(run, audioPath);
        return {
          ...input,
          // A recording that is no longer kept cannot be cut; the scores do not need it.
          includeCutAudio: input.includeCutAudio && (await blobs.open(uploadKey(run))) !== undefined,
          ...heard,
          pcmDurationMs,
          chosen: { speaker, detected },
        };
      },

      keptFiles: (
        state: Again,
        run: Run<SpeechRunInput>,
        rescoring: { id: string },
      ): Record<string, string> =>
        state.cutAudio ? { [cutAudioKey(run.id, cutFileOf(rescoring))]: state.cutAudio.path } : {},

      buildResult({
        state,
        outcomes,
        run,
        rescoring,
      }: {
        state: Again;
        outcomes: readonly StepOutcome[];
        run: Run<SpeechRunInput>;
        rescoring: { id: string };
      }) {
        const built = resultOf(state, outcomes, run);
        const { cutAudio } = built.result;
        return cutAudio
          ? { ...built, result: { ...built.result, cutAudio: { ...cutAudio, file: cutFileOf(rescoring) } } }
          : built;
      },
    },
  };
}
