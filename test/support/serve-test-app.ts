/** Forked by tests that measure the server's process: serves the test application, tells its port and a key. */
import type { TestContext } from 'node:test';
import { buildTestApp } from './build-test-app.ts';

const after: (() => Promise<void>)[] = [];
// The parent's end of the channel closes when the test is over, however it ended.
process.once('disconnect', async () => {
  for (const tidy of after) await tidy();
  process.exit();
});
const context = { after: (tidy: () => Promise<void>) => void after.push(tidy) } as unknown as TestContext;
const { app, customer } = await buildTestApp(context);
const { apiKey } = await customer({ credits: 1000 });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as { port: number };
process.send?.({ port, apiKey });
