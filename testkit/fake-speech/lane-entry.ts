import { type LaneEntry, serveLane } from '#server/lanes/entry/serve-lane.ts';
import { matchPipeline } from '#server/modules/matching/pipeline/pipeline.ts';
import { searchPipeline } from '#server/modules/search/pipeline/pipeline.ts';
import { type FakeEngines, fakeRescorePipeline, fakeSpeechPipeline } from './steps.ts';

/** A lane thread that runs the fake steps, each in FAKE_STEP_MS (20); those of CV matching and search are there because no lane may lack one, and are never run. */
export default serveLane<FakeEngines>({
  steps: [
    ...fakeSpeechPipeline.steps,
    ...fakeRescorePipeline.steps,
    ...matchPipeline.steps,
    ...searchPipeline.steps,
  ] as unknown as LaneEntry<FakeEngines>['steps'],
  compose: () => ({ stepMs: Number(process.env.FAKE_STEP_MS ?? 20) }),
  check: async () => ({
    checks: {
      ffmpeg: { ok: true, detail: 'fake' },
      recogniser: { ok: true, detail: 'fake' },
      cv_reader: { ok: true, detail: 'fake' },
    },
    recognisers: [{ id: 'fake', languages: ['en'] }],
  }),
});
