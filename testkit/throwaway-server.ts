import { startThrowawayServer as start } from '#server/commands/demo/throwaway-server.ts';
import { builtProgram } from './built-program.ts';

export type { ThrowawayServer } from '#server/commands/demo/throwaway-server.ts';

/** The demo's server, built if it can be: real in everything, on any port, in a folder of its own. */
export const startThrowawayServer = (...[env, settings]: Parameters<typeof start>) =>
  start(env, settings, builtProgram('server/cli.ts'));
