import type { ScaleCalibration } from '../../../domain/scoring/calibration.ts';
import type { Pipeline, StateOf } from '../../../pipeline/pipeline.ts';
import type { StepOutcome } from '../../../pipeline/step.ts';
import type { BlobStore } from '../../../storage/port.ts';
import type { Run } from '../../runs/types.ts';
import { buildSpeechResult, type FinishedState } from '../result.ts';
import { cutAudioKey } from '../service.ts';
import { hotwordsOf } from './hotwords.ts';
import type { CutSettings, SpeechInput } from './state.ts';

/**
 * How a speech run is processed: what its pipeline reads, which file outlives it, what is stored of it.
 *
 * @param scale the cut points and weights that `overall` is made with
 */
export function createSpeechRunService<State extends FinishedState>({
  pipeline,
  blobs,
  scale,
}: {
  pipeline: Pipeline<SpeechInput, State>;
  blobs: Pick<BlobStore, 'localPath'>;
  scale: ScaleCalibration;
}) {
  return {
    pipeline,

    async buildInput(run: Run): Promise<SpeechInput> {
      const { language, cutSettings, includeCutAudio, blobKey } = run.input;
      return {
        runId: run.id,
        language: String(language),
        audioPath: await blobs.localPath(String(blobKey)),
        hotwords: hotwordsOf(run.metadata),
        includeCutAudio: includeCutAudio === true,
        cutSettings: cutSettings as CutSettings,
      };
    },

    keptFiles: (state: State, run: Run): Record<string, string> =>
      state.cutAudio ? { [cutAudioKey(run.id)]: state.cutAudio.path } : {},

    buildResult: ({
      state,
      outcomes,
      run,
    }: {
      state: StateOf<typeof pipeline>;
      outcomes: readonly StepOutcome[];
      run: Run;
    }) => {
      const { result, summary, ...scores } = buildSpeechResult({ state, outcomes, run, scale });
      return { result: { ...result }, summary: { ...summary }, ...scores };
    },
  };
}
