import type { Static, TSchema } from 'typebox';
import type { ConsoleRoute } from './access.ts';
import { accountContract } from './account/contract.ts';
import { auditContract } from './audit/contract.ts';
import { backupsContract } from './backups/contract.ts';
import { candidatesContract } from './candidates/contract.ts';
import { clientsContract } from './clients/contract.ts';
import { creditsContract } from './credits/contract.ts';
import { deletionsContract } from './deletions/contract.ts';
import { installationContract } from './installation/contract.ts';
import { interviewSettingsContract } from './interview-settings/contract.ts';
import { invitationsContract } from './invitations/contract.ts';
import { jobsContract } from './jobs/contract.ts';
import { keysContract } from './keys/contract.ts';
import { matchesContract } from './matches/contract.ts';
import { overviewContract } from './overview/contract.ts';
import { peopleContract } from './people/contract.ts';
import { personasContract } from './personas/contract.ts';
import { playgroundContract } from './playground/contract.ts';
import { projectsContract } from './projects/contract.ts';
import { retentionContract } from './retention/contract.ts';
import { runsContract } from './runs/contract.ts';
import { samplesContract } from './samples/contract.ts';
import { searchContract } from './search/contract.ts';
import { sessionsContract } from './sessions/contract.ts';
import type { RouteContract } from './shapes.ts';
import { sharesContract } from './shares/contract.ts';
import { signInContract } from './sign-in/contract.ts';
import { uploadsContract } from './uploads/contract.ts';
import { webhooksContract } from './webhooks/contract.ts';

/**
 * What each route of the access table takes and answers: the contracts of all areas. Routes are registered from it, pages
 * call by it. Params are those of the path. Pages import types from here and from the areas and nothing else, so that no
 * schema reaches a browser.
 */
export const contract = {
  ...signInContract,
  ...sharesContract,
  ...accountContract,
  ...overviewContract,
  ...installationContract,
  ...backupsContract,
  ...retentionContract,
  ...webhooksContract,
  ...peopleContract,
  ...auditContract,
  ...clientsContract,
  ...creditsContract,
  ...projectsContract,
  ...keysContract,
  ...runsContract,
  ...uploadsContract,
  ...playgroundContract,
  ...jobsContract,
  ...matchesContract,
  ...samplesContract,
  ...candidatesContract,
  ...searchContract,
  ...personasContract,
  ...sessionsContract,
  ...invitationsContract,
  ...interviewSettingsContract,
  ...deletionsContract,
} satisfies Record<ConsoleRoute, RouteContract>;

type Contracts = typeof contract;
type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Further}`
    ? Name | ParamNames<Further>
    : Rest
  : never;
type Said<Route, Part extends string, Otherwise> =
  Route extends Record<Part, infer Schema extends TSchema> ? Static<Schema> : Otherwise;

/** The console's interface: for each route what comes and what goes. `query` is what a route has been given, defaults filled in. */
export type ConsoleApi = {
  [Route in ConsoleRoute]: {
    params: Record<ParamNames<Route>, string>;
    query: Said<Contracts[Route], 'query', unknown>;
    body: Said<Contracts[Route], 'body', undefined>;
    headers: Said<Contracts[Route], 'headers', unknown>;
    answer: Contracts[Route]['answer'] extends 'raw'
      ? 'raw'
      : Contracts[Route]['answer'] extends 'nothing'
        ? undefined
        : Said<Contracts[Route], 'answer', never>;
  };
};
