import { createFfmpegAudio } from '../engines/audio/ffmpeg.ts';
import type { Composition } from '../process/service.ts';
import { programFile } from '../program-files.ts';
import type { Parts } from './parts.ts';

/** Wires the processes; every concrete adapter is named in this folder and in `lanes/entry`. Each process loads its own part alone. */
export function createComposition(parts: Parts): Composition {
  return {
    migrate: async (config, context) => (await import('./prepare.ts')).migrate(config, context),
    prepare: async (config, context) => (await import('./prepare.ts')).prepare(config, context),
    api: async (config, context) => (await import('./api.ts')).composeApi(parts, config, context),
    worker: async (config, context) => (await import('./worker.ts')).composeWorker(parts, config, context),
    live: async (config, context) => (await import('./live.ts')).composeLive(config, context),
  };
}

/** How each type of run is processed in the appliance; loaded by those who process. */
export const runServices: Parts['createRunServices'] = async (deps) =>
  (await import('./processing.ts')).runServices(deps);

/** The appliance. */
export const composition: Composition = createComposition({
  laneEntryPath: programFile('lanes/entry/speech'),
  cvLaneEntryPath: programFile('lanes/entry/cv'),
  createRunServices: runServices,
  createAudio: () => createFfmpegAudio(),
});
