import { workerData } from 'node:worker_threads';
import { type LaneEntry, serveLane } from '#server/lanes/entry/serve-lane.ts';
import type { LaneData } from '#server/lanes/protocol.ts';
import { matchPipeline } from '#server/modules/matching/pipeline/pipeline.ts';
import { searchPipeline } from '#server/modules/search/pipeline/pipeline.ts';
import { type FakeEngines, fakeRescorePipeline, fakeSpeechPipeline } from './steps.ts';

const { settings } = workerData as LaneData;

/** A lane thread that runs the fake steps; those of CV matching and search are there, for no lane may lack one, and nobody asks for them. */
export default serveLane<FakeEngines>({
  steps: [
    ...fakeSpeechPipeline.steps,
    ...fakeRescorePipeline.steps,
    ...matchPipeline.steps,
    ...searchPipeline.steps,
  ] as unknown as LaneEntry<FakeEngines>['steps'],
  compose: () => ({ stepMs: Number(settings.stepMs ?? 20) }),
  check: async () => ({
    checks: {
      ffmpeg: { ok: true, detail: 'fake' },
      recogniser: { ok: true, detail: 'fake' },
      cv_reader: { ok: true, detail: 'fake' },
    },
    recognisers: [{ id: 'fake', languages: ['en'] }],
  }),
});
