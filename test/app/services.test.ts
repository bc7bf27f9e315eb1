import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { test } from 'node:test';

const server = resolve(import.meta.dirname, '../../server');

test('services are made in one place, so that tests and every process have the same', () => {
  const makers = globSync('**/*.ts', { cwd: server, exclude: ['web-dist/**'] }).filter((path) =>
    /(?<!function )\bcreate[A-Z]\w*Service\(/.test(readFileSync(join(server, path), 'utf8')),
  );
  assert.deepEqual(makers.map((path) => path.split(sep).join('/')).sort(), [
    // Also made for the supervisor, which needs nothing else.
    'app/audit.ts',
    // How runs are processed.
    'app/processing.ts',
    'app/services.ts',
  ]);
});
