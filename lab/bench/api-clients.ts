import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDemoServer } from '../../testkit/console-demo/demo-server.ts';
import { mustRun, npmTools, pythonTools } from './api/tools.ts';

/**
 * `assay bench api-clients`: makes typed clients in TypeScript (openapi-typescript) and Python (openapi-python-client) from the
 * interface description of a running server, checks them strictly with a program that uses each (`api/clients/`), and runs both
 * programs against that server. Ends with 1 at the first thing that does not work.
 */

const programs = resolve(import.meta.dirname, 'api/clients');
const npm = await npmTools(['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']);
const python = await pythonTools(['openapi-python-client==0.29.1', 'mypy==2.4.1', 'ruff==0.14.6']);
const folder = await mkdtemp(join(tmpdir(), 'assay-clients-'));
const server = await startDemoServer({ settings: { LOG_LEVEL: 'error' } });
try {
  const { identity } = server.services;
  const { id: clientId } = await identity.createClient({ name: 'Clients', credits: 10 });
  const { apiKey } = await identity.createKey({ clientId });
  const description = join(folder, 'openapi.json');
  await writeFile(description, await (await fetch(`${server.url}/api/v1/openapi.json`)).text());

  // Beside its packages, so that both the checker and Node find them.
  const typescript = await mkdtemp(join(npm, 'client-'));
  try {
    // Text to our own checkers: the client that it imports is made here.
    await cp(join(programs, 'use.ts.txt'), join(typescript, 'use.ts'));
    const bin = (name: string) => join(npm, 'node_modules/.bin', name);
    console.log(await mustRun(bin('openapi-typescript'), [description, '-o', join(typescript, 'api.ts')]));
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const target = ['--module', 'nodenext', '--target', 'es2023', '--allowImportingTsExtensions'];
    await mustRun(bin('tsc'), ['--noEmit', ...strict, ...target, join(typescript, 'use.ts')]);
    console.log(await mustRun(process.execPath, [join(typescript, 'use.ts'), server.url, apiKey]));
  } finally {
    await rm(typescript, { recursive: true, force: true });
  }

  const made = join(folder, 'python');
  const generate = ['generate', '--path', description, '--output-path', made, '--fail-on-warning'];
  // The generator calls ruff by name.
  const path = `${resolve(python('.'))}:${process.env.PATH}`;
  console.log(await mustRun('env', [`PATH=${path}`, python('openapi-python-client'), ...generate]));
  await cp(join(programs, 'use.py'), join(made, 'use.py'));
  console.log(await mustRun(python('mypy'), ['--strict', 'assay_client', 'use.py'], { cwd: made }));
  console.log(await mustRun(python('python'), ['use.py', server.url, apiKey], { cwd: made }));
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
