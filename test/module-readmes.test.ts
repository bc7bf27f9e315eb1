import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');
const modules = join(root, 'server/modules');

// Git leaves folders behind that have nothing any more.
const present = readdirSync(modules).filter((name) => readdirSync(join(modules, name)).length > 0);

for (const name of present) {
  test(`the README of ${name} is short and names only what is there`, () => {
    const paper = readFileSync(join(modules, name, 'README.md'), 'utf8');
    assert.ok(paper.split('\n').length <= 31, 'at most 30 lines');
    const named = [...paper.matchAll(/`([^`\s]+)`/g)].map(([, text]) => text!);
    // "/api/v1/health" is an address, `limits.prices` and `runs.cv_id` are no files.
    const paths = named.filter(
      (text) => !text.startsWith('/') && /\.(ts|md)$|^(server|docs|deploy)\b/.test(text),
    );
    const isThere = (path: string) => existsSync(join(modules, name, path)) || existsSync(join(root, path));
    const missing = paths.filter((path) => !isThere(path));
    assert.deepEqual(missing, []);
  });
}
