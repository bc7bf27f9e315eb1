import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { roleFrom, runRole } from '#server/process/run-role.ts';
import type { Service } from '#server/process/service.ts';
import { seconds } from '#server/time.ts';

/** The real supervisor over an api that answers its process id, and that `/stall` holds up for as long as it is told. */
const api = (port: number): Service => {
  const server = createServer((request, answer) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://api');
    const ms = Number(searchParams.get('ms') ?? Number.POSITIVE_INFINITY);
    // Stuck as a loop without an end would be, at no cost.
    if (pathname === '/stall') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    answer.end(String(process.pid));
  });
  return {
    async start() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
};

process.exit(
  await runRole({
    role: roleFrom(process.argv.slice(2), process.env),
    env: process.env,
    mainPath: import.meta.filename,
    composition: {
      prepare: async () => undefined,
      migrate: async () => undefined,
      api: async ({ port }) => api(port),
      worker: async () => ({ start: async () => ({}), stop: async () => undefined }),
      live: async () => ({ start: async () => ({}), stop: async () => undefined }),
    },
    say: (line) => console.log(line),
    complain: (line) => console.error(line),
    backOff: { firstMs: 20, maxMs: 100, soundAfterMs: seconds(1) },
    apiStall: { reportAfterMs: 500, killAfterMs: seconds(3) },
  }),
);
