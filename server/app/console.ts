import type { Config } from '../config/env.ts';
import { createFfmpegAudio } from '../engines/audio/ffmpeg.ts';
import { listInventory } from '../engines/models/inventory.ts';
import { modelPlaces, projectModels, thisMachine } from '../engines/models/local.ts';
import { createBestVoice } from '../engines/tts/best-voice.ts';
import type { TtsEngine } from '../engines/tts/port.ts';
import type { ConsoleDeps } from '../modules/console/types.ts';
import { createPersonaPreview } from '../modules/interview/preview.ts';
import { composeBackupsPage } from './backups-page.ts';
import { composeLanguagesOfConsole } from './languages-page.ts';
import {
  createEars,
  createInvitationsOfConsole,
  type FileServices,
  type Services,
  type Watching,
} from './services.ts';

export interface ConsoleParts {
  services: Services;
  files: FileServices;
  watching: Watching;
  reports: ConsoleDeps['reports'];
  config: Pick<
    Config,
    | 'backup'
    | 'modelsDir'
    | 'weightsDir'
    | 'offline'
    | 'asrEngine'
    | 'asrHttp'
    | 'publicUrl'
    | 'mail'
    | 'interviewModel'
    | 'secondFactorRoles'
  >;
  /** From `installedVoices`. */
  voices: readonly TtsEngine[];
}

/** What the routes behind /console/api are made of, for the api process and for tests alike. */
export function composeConsole({
  services,
  files,
  watching,
  reports,
  config,
  voices,
}: ConsoleParts): ConsoleDeps {
  const { schedule, clock, queue, accounts, presence, identity, sessions } = services;
  const places = modelPlaces(config);
  return {
    ...services,
    ...files,
    ...watching,
    reports,
    ...createEars({ engine: createFfmpegAudio(), blobs: files.blobs }),
    sessions: accounts.sessions,
    interviews: sessions,
    invitations: createInvitationsOfConsole(services, config),
    workers: queue.workers,
    publicUrl: config.publicUrl,
    secondFactorRoles: config.secondFactorRoles,
    models: {
      folder: config.modelsDir,
      isOffline: config.offline,
      inventory: async () =>
        (await listInventory({ places, projectFolder: projectModels, machine: thisMachine() })).map(
          ({ files, ...model }) => ({
            ...model,
            files: [...files],
          }),
        ),
    },
    languages: composeLanguagesOfConsole({ schedule, config, clock }),
    backups: composeBackupsPage({ schedule, config, clock }),
    personaPreview: createPersonaPreview({
      voice: createBestVoice(voices),
      presence,
      hasModel: config.interviewModel !== null,
    }),
    clientExists: async (clientId) => (await identity.findClient(clientId)) !== undefined,
  };
}
