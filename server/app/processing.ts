import type { RunServices } from '../dispatch/registry.ts';
import type { CvsService } from '../modules/cvs/types.ts';
import { matchPipeline, readingPipeline } from '../modules/matching/pipeline/pipeline.ts';
import { createMatchRunService, createReadingRunService } from '../modules/matching/pipeline/run-service.ts';
import type { matchRuns, readingRuns } from '../modules/matching/run-type.ts';
import type { RunService, RunType } from '../modules/runs/run-type.ts';
import { searchPipeline } from '../modules/search/pipeline/pipeline.ts';
import { createSearchRunService } from '../modules/search/pipeline/run-service.ts';
import type { searchRuns } from '../modules/search/run-type.ts';
import type { Retriever } from '../modules/search/types.ts';
import { speechPipeline } from '../modules/speech/pipeline/pipeline.ts';
import { rescorePipeline } from '../modules/speech/pipeline/rescore.ts';
import { createRescoringRunService, createSpeechRunService } from '../modules/speech/pipeline/run-service.ts';
import type { rescoringRuns, speechRuns } from '../modules/speech/run-type.ts';
import type { AnyPipeline } from '../pipeline/pipeline.ts';
import type { BlobStore } from '../storage/port.ts';

/** What the processing of a run may reach besides its pipeline. */
export interface ProcessingDeps {
  blobs: BlobStore;
  cvs: Pick<CvsService, 'reading' | 'saveReading'>;
  retriever: Retriever;
}

/** A service that makes what its type says is stored. */
type ServiceOf<Type> =
  Type extends RunType<string, infer Input, infer Result, infer Summary>
    ? RunService<AnyPipeline, Input, Result, Summary>
    : never;
type Processed =
  | typeof speechRuns
  | typeof matchRuns
  | typeof readingRuns
  | typeof searchRuns
  | typeof rescoringRuns;

/** How each type of run is processed. Loads every pipeline: for processes that have lanes, and for their tests. */
export const runServices = ({ blobs, cvs, retriever }: ProcessingDeps): RunServices =>
  ({
    speech: createSpeechRunService({ pipeline: speechPipeline }),
    cv_deepmatch: createMatchRunService({ pipeline: matchPipeline, cvs }),
    cv_reading: createReadingRunService({ pipeline: readingPipeline, cvs }),
    cv_deepsearch: createSearchRunService({ pipeline: searchPipeline, retriever }),
    speech_rescore: createRescoringRunService({ pipeline: rescorePipeline, blobs }),
  }) satisfies { [Type in Processed as Type['name']]: ServiceOf<Type> };
