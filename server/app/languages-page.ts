import type { Config } from '../config/env.ts';
import { LANGUAGES_JOB } from '../dispatch/requested-install.ts';
import { downloadBytes, isPythonModel, readCatalogue } from '../engines/models/catalogue.ts';
import { projectModels } from '../engines/models/local.ts';
import { fetchedBytes, languagesModel } from '../engines/models/more-languages.ts';
import { ApiError } from '../errors.ts';
import type { LanguagesOfConsole } from '../modules/console/types.ts';
import type { Schedule } from '../modules/installation/types.ts';
import { type Clock, minutes } from '../time.ts';

/** For so long after an installation workers may be loading what it brought. */
const STARTING_MS = minutes(2);

/** How the installation of more languages stands, for the console. The work is a worker's (`app/languages.ts`). */
export function composeLanguagesOfConsole({
  schedule,
  config,
  clock,
}: {
  schedule: Schedule;
  config: Pick<Config, 'modelsDir' | 'offline' | 'asrEngine' | 'asrHttp'>;
  clock: Clock;
}): LanguagesOfConsole {
  const canInstall = !config.offline && config.asrEngine === null && config.asrHttp === null;
  return {
    async describe() {
      const model = (await readCatalogue(projectModels)).find(({ id }) => id === languagesModel);
      if (!canInstall || !model || !isPythonModel(model)) return null;
      const { python } = model.source;
      const job = await schedule.state(LANGUAGES_JOB);
      const isUnderWay = job !== undefined && (job.isHeld || Date.parse(job.dueAt) <= clock.now());
      const isFresh = clock.now() - Date.parse(job?.finishedAt ?? '') < STARTING_MS;
      const error = job?.error ?? null;
      return {
        modelId: model.id,
        languages: model.languages,
        state: isUnderWay ? 'underWay' : error !== null ? 'failed' : isFresh ? 'starting' : 'offered',
        downloadBytes: downloadBytes(python),
        doneBytes: isUnderWay ? await fetchedBytes(config.modelsDir, python) : 0,
        error: isUnderWay ? null : error,
      };
    },

    async request() {
      if (!canInstall) {
        throw new ApiError(
          'INVALID_INPUT',
          'This installation fetches no models (ASSAY_OFFLINE), or its settings name the recogniser (ASR_ENGINE, ASR_HTTP_URL).',
        );
      }
      await schedule.request(LANGUAGES_JOB);
    },

    cancel: () => schedule.cancel(LANGUAGES_JOB),
  };
}
