import type { Config } from '../config/env.ts';
import { startCommand } from '../dispatch/command-job.ts';
import {
  createRequestedInstall,
  LANGUAGES_JOB,
  type RequestedInstall,
} from '../dispatch/requested-install.ts';
import { getLocal, modelPlaces } from '../engines/models/local.ts';
import { languagesModel } from '../engines/models/more-languages.ts';
import type { Logger } from '../logging.ts';
import type { Schedule } from '../modules/installation/types.ts';
import { programFile } from '../program-files.ts';
import { isoTime } from '../time.ts';
import { recogniserOf } from './start.ts';

/** What a worker does when an owner asks the console for more languages: it runs the `assay` command, in a process of its own. */
export function composeRequestedInstall({
  schedule,
  config,
  logger,
  owner,
  bornAtMs,
  renew,
}: {
  schedule: Schedule;
  config: Config;
  logger: Logger;
  owner: string;
  /** Before the recogniser of this process was chosen. */
  bornAtMs: number;
  renew: (reason: string) => void;
}): RequestedInstall {
  return createRequestedInstall({
    schedule: { claim: (name) => schedule.claim(name, owner), state: (name) => schedule.state(name) },
    start: (args) => startCommand(programFile('cli'), ['models', ...args]),
    requireFit: async () => recogniserOf(config, await getLocal(modelPlaces(config), languagesModel)),
    model: languagesModel,
    bornAt: isoTime(bornAtMs),
    renew,
    logger,
  });
}

/** Whether more languages were installed since: then a process that chose its recogniser before is outdated. */
export async function languagesInstalledSince(
  sinceMs: number,
  schedule: Pick<Schedule, 'state'>,
): Promise<boolean> {
  const state = await schedule.state(LANGUAGES_JOB);
  return Date.parse(state?.finishedAt ?? '') >= sinceMs;
}
