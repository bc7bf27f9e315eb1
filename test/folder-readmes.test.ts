import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');
const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`)
    // Git leaves folders behind that have nothing any more.
    .filter((folder) => readdirSync(join(root, folder)).length > 0);

// Each folder of these has a README as well.
const families = ['server/domain', 'server/engines', 'server/modules', 'server/web'];
const built = 'server/web-dist';

const folders = [
  'server',
  ...foldersIn('server').filter((folder) => folder !== built),
  ...families.flatMap(foldersIn),
  ...['scripts', 'lab', 'testkit'],
];

/** Whether the path, which may have `*`, `{a,b}` and `<any>`, is there below the README's folder, the root or `server/`. */
function isThere(path: string, ...folders: string[]): boolean {
  const pattern = path.replace(/<\w+>/g, '*');
  return [...folders, '.', 'server'].some((from) => globSync(pattern, { cwd: join(root, from) }).length > 0);
}

/** Paths of files and folders among what a document has in back-ticks; `/api/v1/health` is an address. */
const pathsIn = (paper: string) =>
  [...paper.matchAll(/`([^`\s]+)`/g)]
    .map(([, text]) => text!)
    .filter(
      (text) =>
        /^[^/@]/.test(text) &&
        /\.(tsx?|md|json|txt|cc)$|\/$|^(server|docs|deploy|models|scripts)\//.test(text),
    );

for (const folder of folders) {
  test(`the README of ${folder} is short and names only what is there`, () => {
    assert.ok(existsSync(join(root, folder, 'README.md')), 'say there what the folder does');
    const paper = readFileSync(join(root, folder, 'README.md'), 'utf8');
    assert.ok(paper.split('\n').length <= 31, 'at most 30 lines');
    assert.deepEqual(
      pathsIn(paper).filter((path) => !isThere(path, folder)),
      [],
    );
  });
}

test('ARCHITECTURE names only what is there', () => {
  const [start = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split('\n| From | May import |\n');
  assert.ok(pathsIn(start).length > 20);
  const missing = start.split('\n').flatMap((paragraph) => {
    const paths = pathsIn(paragraph);
    // A journey names a folder once, and then files in it.
    const folders = paths.flatMap((path) =>
      path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/')),
    );
    return paths.filter((path) => !isThere(path, ...folders));
  });
  assert.deepEqual(missing, []);
});
