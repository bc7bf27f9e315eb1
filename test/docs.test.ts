import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { errorsPage } from '../scripts/errors-page.ts';
import { settingsPage } from '../scripts/settings-page.ts';

const root = resolve(import.meta.dirname, '..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

test('the page of errors has every code as the product explains it', () => {
  assert.equal(text('docs/errors.md'), errorsPage(), 'run node scripts/errors-page.ts');
});

test('the page of settings, and what the README takes from it, say what --help says', () => {
  assert.equal(text('docs/settings.md'), settingsPage(), 'run node scripts/settings-page.ts');
  const [, settings = ''] = text('README.md').split('\n## Settings\n');
  const rows = settings.match(/^\| `[A-Z_]+` \|.*$/gm) ?? [];
  assert.ok(rows.length >= 4);
  for (const row of rows) assert.ok(settingsPage().includes(`${row}\n`), row);
});

const records = readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md');

test('every file and folder that the documents point to exists', () => {
  const missing: string[] = [];
  const guides = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
  for (const document of [
    'README.md',
    'ARCHITECTURE.md',
    'THIRD-PARTY.md',
    'lab/bench/README.md',
    'server/DECISIONS.md',
    'docs/decisions/README.md',
    ...guides.map((file) => `docs/${file}`),
    ...records.map((file) => `docs/decisions/${file}`),
  ]) {
    const linked = [...text(document).matchAll(/\]\((?!http|#)([^)\s#]+)[^)\s]*\)/g)].map(
      ([, path]) => path!,
    );
    const quoted = [
      ...text(document).matchAll(/`((?:server|scripts|lab|testkit|models|native|test|docs)\/[\w./-]+)`/g),
    ].map(([, path]) => path!);
    const folder = dirname(document);
    for (const path of linked)
      if (!existsSync(join(root, folder, path))) missing.push(`${document}: ${path}`);
    for (const path of quoted) if (!existsSync(join(root, path))) missing.push(`${document}: ${path}`);
  }
  assert.deepEqual(missing, []);
});

test('the documents that everyone begins with stay short', () => {
  assert.ok(
    Buffer.byteLength(text('ARCHITECTURE.md')) <= 12_000,
    'what is about one folder goes into its README',
  );
  assert.ok(Buffer.byteLength(text('README.md')) <= 9_000, 'details go into docs/');
});

test('the index of decisions lists every record with its title', () => {
  const index = text('docs/decisions/README.md');
  for (const file of records) {
    const [, number, title] = /^# (\d{4}) (.+)/.exec(text(`docs/decisions/${file}`)) ?? [];
    assert.ok(index.includes(`- [${number}](${file}) ${title}\n`), file);
  }
});

interface Model {
  file: string;
  sha256: string;
  bytes: number;
  licence: string;
}

test('the manifest names every bundled model with its true hash and size', () => {
  const { models } = JSON.parse(text('models/manifest.json')) as { models: Model[] };
  for (const { file, sha256, bytes, licence } of models) {
    const content = readFileSync(join(root, 'models', file));
    assert.equal(content.length, bytes, `${file}: run node scripts/models-manifest.ts`);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256, file);
    assert.ok(licence);
  }
  const bundled = readdirSync(join(root, 'models/bundled'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => relative(join(root, 'models/bundled'), join(parentPath, name)));
  assert.deepEqual(models.map(({ file }) => file.replace('bundled/', '')).sort(), bundled.sort());
});
