import type { Parts } from './compose-parts.ts';
import type { RunServices } from './dispatch/registry.ts';
import { createFfmpegAudio } from './engines/audio/ffmpeg.ts';
import type { ProcessingDeps } from './modules/runs/run-type.ts';
import type { Composition } from './process/service.ts';
import { programFile } from './program-files.ts';

/** Wires the processes; every concrete adapter is named in `compose-*.ts` and `lanes/entry`. Each process loads its own part alone. */
export function createComposition(parts: Parts): Composition {
  return {
    migrate: async (config, context) => (await import('./compose-prepare.ts')).migrate(config, context),
    prepare: async (config, context) => (await import('./compose-prepare.ts')).prepare(config, context),
    api: async (config, context) => (await import('./compose-api.ts')).composeApi(parts, config, context),
    worker: async (config, context) =>
      (await import('./compose-worker.ts')).composeWorker(parts, config, context),
    live: async (config, context) => (await import('./compose-live.ts')).composeLive(config, context),
  };
}

/** How each type of run is processed in the appliance. */
export const runServices = async (deps: ProcessingDeps): Promise<RunServices> => {
  const { processedTypes } = await import('./modules/runs/registry.ts');
  return Object.fromEntries(processedTypes.map(({ name, processing }) => [name, processing!(deps)]));
};

/** The appliance. */
export const composition: Composition = createComposition({
  laneEntryPath: programFile('lanes/entry/speech'),
  cvLaneEntryPath: programFile('lanes/entry/cv'),
  createServices: runServices,
  createAudio: () => createFfmpegAudio(),
});
