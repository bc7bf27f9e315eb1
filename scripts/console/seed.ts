import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { demoPassword, people } from '../../testkit/console-demo/people.ts';
import { seedDemo } from '../../testkit/console-demo/seed-demo.ts';

/**
 * A server with demonstration data, until it is interrupted: node scripts/console/seed.ts
 * Its data folder, which `shots.ts --data` takes, goes with it.
 */
const server = await startDemoServer();
try {
  const demo = await seedDemo(server);
  await writeFile(join(server.dataDir, 'demo.json'), JSON.stringify(demo));
  console.log(`Console:  ${server.url}/console/`);
  for (const [role, { email }] of Object.entries(people)) console.log(`${role.padEnd(10)}${email}`);
  console.log(`Password: ${demoPassword}\nAPI key:  ${demo.apiKey}\nData:     ${server.dataDir}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
} finally {
  await server.stop();
}
