import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parserVersion } from '#server/lanes/entry/parser-version.ts';

test('the version of the parser changes with everything that reads, and with nothing else', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'assay-parser-'));
  t.after(() => rm(root, { recursive: true }));
  const server = join(root, 'server');
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
    return parserVersion(null, server);
  };
  const versions = [
    await write('server/domain/cv/dates.ts', '1'),
    await write('server/domain/cv/dates.ts', '2'),
    await write('server/domain/cv/layout/lines.ts', '1'),
    await write('server/engines/pdf/pdfjs.ts', '1'),
    await write('node_modules/pdfjs-dist/package.json', '{"version":"6"}'),
    parserVersion({ languages: ['eng'] }, server),
    parserVersion({ languages: ['deu', 'eng'] }, server),
  ];
  assert.equal(new Set(versions).size, versions.length, versions.join('\n'));
  assert.equal(await write('server/domain/matching/score.ts', '1'), versions[4]);
  assert.equal(parserVersion(null), parserVersion(null));
  assert.notEqual(parserVersion(null), versions[4]);
});
