import type { RunServices } from '../dispatch/registry.ts';
import type { AudioEngine } from '../engines/audio/port.ts';
import type { ProcessingDeps } from './processing.ts';

/** What differs between the appliance and a test of its processes. */
export interface Parts {
  /** The entry file of the threads of lanes "speech" and "cpu". */
  laneEntryPath: string;
  /** The entry file of the threads of lane "cv". */
  cvLaneEntryPath: string;
  createRunServices: (deps: ProcessingDeps) => RunServices | Promise<RunServices>;
  createAudio: () => AudioEngine;
}
