import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkImports, importsOf } from '../../scripts/check-imports.ts';

const root = resolve(import.meta.dirname, '../..');

async function tree(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-imports-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'server', path)), { recursive: true });
    await writeFile(join(folder, 'server', path), text);
  }
  return folder;
}

test('the server keeps the rules', () => {
  assert.deepEqual(checkImports(root), []);
});

for (const [title, path, line] of [
  [
    'domain reaches out to an engine',
    'domain/scoring/x.ts',
    "import type { A } from '../../engines/asr/port.ts';",
  ],
  ['domain does I/O', 'domain/scoring/x.ts', "import { readFile } from 'node:fs/promises';"],
  ['domain uses a package', 'domain/x.ts', "import nlp from 'wink-nlp';"],
  ['an engine knows the pipeline', 'engines/asr/x.ts', "import type { Step } from '../../pipeline/step.ts';"],
  [
    'the pipeline knows an adapter',
    'pipeline/x.ts',
    "import { createFfmpegAudio } from '../engines/audio/ffmpeg.ts';",
  ],
  [
    'a step reaches the database',
    'modules/speech/pipeline/x.ts',
    "import type { Db } from '../../../db/db.ts';",
  ],
  [
    "a module reads another's repository",
    'modules/runs/x.ts',
    "import { f } from '../credits/repository.ts';",
  ],
  ['a module knows HTTP', 'modules/runs/service.ts', "import { f } from '../../http/build-app.ts';"],
  [
    'HTTP reads the database',
    'http/plugins/x.ts',
    "export { openDatabase } from '../../db/open-database.ts';",
  ],
  ['dispatch knows another module', 'dispatch/x.ts', "import { f } from '../modules/speech/service.ts';"],
  [
    'a thread sees the database',
    'lanes/entry/x.ts',
    "import { openDatabase } from '../../db/open-database.ts';",
  ],
  [
    'the root is imported from below',
    'dispatch/x.ts',
    "const { composition } = await import('../compose.ts');",
  ],
  ['the alias leads where the path may not', 'engines/x.ts', "import type { Db } from '#server/db/db.ts';"],
  ['server code uses a test', 'commands/x.ts', "import { f } from '../../test/support/random.ts';"],
  ['a driver is used outside its dialect', 'modules/runs/x.ts', "import pg from 'pg';"],
  ['a folder has no rule', 'gadgets/x.ts', "import { f } from '../domain/y.ts';"],
] as const) {
  test(`it is reported when ${title}`, async (t) => {
    const folder = await tree(t, { [path]: `// a comment\n${line}\n` });
    const violations = checkImports(folder);
    assert.deepEqual(
      violations.map((violation) => [violation.file, violation.line]),
      [[`server/${path}`, 2]],
    );
  });
}

for (const [path, line] of [
  ['domain/scoring/x.ts', "import type { Word } from '../transcript/types.ts';"],
  ['modules/speech/pipeline/x.ts', "import type { AsrEngine } from '../../../engines/asr/port.ts';"],
  ['modules/speech/service.ts', "import type { Run } from '../runs/types.ts';"],
  ['modules/runs/queue.ts', "import { transaction } from '../../db/transaction.ts';"],
  ['lanes/entry/speech.ts', "import { createSileroVad } from '../../engines/vad/silero.ts';"],
  ['engines/vad/silero.ts', "import { limits } from '../../config/limits.ts';"],
  ['http/plugins/x.ts', "import { ApiError } from '../../errors.ts';"],
  ['commands/serve.ts', "const { composition } = await import('../compose.ts');"],
  ['db/dialects/postgres.ts', "import pg from 'pg';"],
] as const) {
  test(`server/${path} may ${line}`, async (t) => {
    assert.deepEqual(checkImports(await tree(t, { [path]: line })), []);
  });
}

test('only imports count, wherever a line breaks', () => {
  const source = [
    "import {\n  a,\n  b,\n} from './one.ts';",
    "/* import x from './no.ts' */ // from './no.ts'",
    "const text = `from './no.ts'`; const other = \"import './no.ts'\";",
    "export * from './two.ts'; import './three.ts'; await import( './four.ts' );",
    'import json from "./five.json" with { type: \'json\' };',
  ].join('\n');
  assert.deepEqual(importsOf(source), [
    { specifier: './one.ts', line: 4 },
    { specifier: './two.ts', line: 7 },
    { specifier: './three.ts', line: 7 },
    { specifier: './four.ts', line: 7 },
    { specifier: './five.json', line: 8 },
  ]);
});

test('as a program it names file and line and ends with 1', async (t) => {
  const script = join(root, 'scripts/check-imports.ts');
  const bad = await tree(t, { 'domain/x.ts': "import 'node:fs';\n" });
  const refused = spawnSync(process.execPath, [script, bad], { encoding: 'utf8' });
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /^server\/domain\/x\.ts:1: /);
  const good = await tree(t, { 'domain/x.ts': 'export const one = 1;\n' });
  assert.equal(spawnSync(process.execPath, [script, good]).status, 0);
});
