import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { checkImports, type Fault, importTable } from '../../scripts/import-rules.ts';

const root = resolve(import.meta.dirname, '../..');

/** What the imports below lead to. */
const targets = [
  ...[
    'errors.ts',
    'app/composition.ts',
    'config/limits.ts',
    'db/db.ts',
    'db/open-database.ts',
    'db/transaction.ts',
  ],
  ...['domain/y.ts', 'domain/transcript/types.ts', 'engines/asr/port.ts', 'engines/audio/ffmpeg.ts'],
  ...['engines/vad/silero.ts', 'http/build-app.ts', 'pipeline/step.ts', 'modules/credits/repository.ts'],
  ...['modules/speech/service.ts', 'modules/runs/types.ts', '../test/support/console-app.ts'],
  ...['modules/jobs/types.ts', 'modules/speech/types.ts', 'modules/runs/service.ts'],
  ...['../scripts/x.ts', '../testkit/random.ts', '../lab/bench/asr.ts', '../lab/test/y.ts'],
];

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** A project with these files, by their paths from `server/`. */
async function tree(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-imports-'));
  folders.push(folder);
  for (const [path, text] of [...targets.map((path) => [path, ''] as const), ...Object.entries(files)]) {
    await mkdir(dirname(join(folder, 'server', path)), { recursive: true });
    await writeFile(join(folder, 'server', path), text);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), await readFile(join(root, 'package.json')));
  return folder;
}

// Whether the tree keeps them is a check of its own (scripts/run-tests.ts).
test('the architecture paper states the rules', async () => {
  const paper = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8');
  assert.ok(paper.includes(importTable()), 'put the output of "node scripts/import-rules.ts --table" there');
});

const forbidden = [
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
  ["a module makes another's service", 'modules/search/x.ts', "import { f } from '../runs/service.ts';"],
  ['a module imports one of its own floor', 'modules/cvs/x.ts', "import type { A } from '../jobs/types.ts';"],
  ['a module imports one above it', 'modules/runs/x.ts', "import type { A } from '../speech/types.ts';"],
  ['a module stands on no floor', 'modules/gadgets/x.ts', "import { f } from '../../domain/y.ts';"],
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
    "const { composition } = await import('../app/composition.ts');",
  ],
  ['the alias leads where the path may not', 'engines/x.ts', "import type { Db } from '#server/db/db.ts';"],
  ['server code uses a test', 'commands/x.ts', "import { f } from '../../test/support/console-app.ts';"],
  ['server code uses a script', 'commands/x.ts', "import { f } from '../../testkit/random.ts';"],
  ['a script uses a test', '../scripts/x.ts', "import { f } from '#test/support/console-app.ts';"],
  ['what is shared knows a script', '../testkit/x.ts', "import { f } from '../scripts/x.ts';"],
  ['a script uses the laboratory', '../scripts/x.ts', "import { f } from '../lab/bench/asr.ts';"],
  ['the laboratory uses a test', '../lab/bench/x.ts', "import { f } from '#test/support/console-app.ts';"],
  [
    'a test of scripts uses the laboratory',
    '../test/scripts/x.ts',
    "import { f } from '../../lab/bench/asr.ts';",
  ],
  ['a test of the server uses a script', '../test/http/x.ts', "import { f } from '../../scripts/x.ts';"],
  ['a script uses a test of the laboratory', '../scripts/x.ts', "import { f } from '../lab/test/y.ts';"],
  ['server code uses the laboratory', 'commands/x.ts', "import { f } from '../../lab/test/y.ts';"],
  [
    'a test of the server uses the laboratory',
    '../test/http/x.ts',
    "import { f } from '../../lab/test/y.ts';",
  ],
  ['a driver is used outside its dialect', 'modules/runs/x.ts', "import pg from 'pg';"],
  ['a folder has no rule', 'gadgets/x.ts', "import { f } from '../domain/y.ts';"],
] as const;

const allowed = [
  ['domain/scoring/x.ts', "import type { Word } from '../transcript/types.ts';"],
  ['modules/speech/pipeline/x.ts', "import type { AsrEngine } from '../../../engines/asr/port.ts';"],
  ['modules/speech/service.ts', "import type { Run } from '../runs/types.ts';"],
  ['modules/runs/queue.ts', "import { transaction } from '../../db/transaction.ts';"],
  ['lanes/entry/speech.ts', "import { createSileroVad } from '../../engines/vad/silero.ts';"],
  ['engines/vad/silero.ts', "import { limits } from '../../config/limits.ts';"],
  ['http/plugins/x.ts', "import { ApiError } from '../../errors.ts';"],
  ['commands/serve.ts', "const { composition } = await import('../app/composition.ts');"],
  ['db/dialects/postgres.ts', "import pg from 'pg';"],
  ['../test/scripts/x.ts', "import { f } from '../../scripts/x.ts';"],
  ['../lab/bench/x.ts', "import { f } from '../../scripts/x.ts';"],
  ['../test/http/x.ts', "import { f } from '../../testkit/random.ts';"],
  ['../lab/test/x.ts', "import { f } from '../../lab/bench/asr.ts';"],
] as const;

/** The files x.ts of one folder have to differ. */
const numbered = (path: string, index: number) => path.replace(/x\.ts$/, `x${index}.ts`);
const files = [
  ...forbidden.map(([title, path, line]) => ({ title, path, text: `// a comment\n${line}\n` })),
  ...allowed.map(([path, text]) => ({ title: undefined, path, text })),
].map((one, index) => ({ ...one, path: numbered(one.path, index) }));

/** Most of a check is its start: one tree has them all, and two more faults. */
let faults: Fault[];
before(async () => {
  const folder = await tree({
    ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
    'domain/a.ts': "import type { B } from './b.ts';",
    'domain/b.ts': "export * from './c.ts';",
    'domain/c.ts': "import './a.ts';",
    'domain/commented.ts':
      "/* import x from './no.ts' */ // from './no.ts'\nconst text = `from './no.ts'`;\n",
    'modules/runs/lost.ts': "import {\n  a,\n} from './no.ts';",
    'engines/one/x.ts': "import type { Y } from '../two/y.ts';",
    'engines/two/y.ts': '',
    'engines/two/z.ts': "import type { X } from '../three/x.ts';",
    'engines/three/x.ts': "import type { X } from '../one/x.ts';",
  });
  faults = await checkImports(folder);
});
const faultsIn = (path: string) => faults.filter(({ from }) => from === join('server', path));

for (const { title, path, text } of files) {
  if (title === undefined) {
    test(`${join('server', path)} may ${text}`, () => assert.deepEqual(faultsIn(path), []));
  } else {
    test(`it is reported when ${title}`, () => {
      const [fault, ...others] = faultsIn(path);
      assert.match(fault?.rule ?? 'nothing', / may /);
      assert.deepEqual(others, []);
    });
  }
}

test('circles are reported, those of types alone too', () => {
  const circle = ['domain/a.ts', 'domain/b.ts', 'domain/c.ts'].flatMap(faultsIn);
  assert.deepEqual(new Set(circle.map(({ rule }) => rule)), new Set(['it closes a circle']));
  assert.match(circle[0]!.to, /server\/domain\/.\.ts → server\/domain\/.\.ts → /);
});

test('folders of engines that import each other are reported, though their files close no circle', () => {
  assert.deepEqual(
    faults.filter(({ from }) => /^server\/engines\/(one|two|three)/.test(from)),
    [
      {
        from: 'server/engines/one',
        to: 'server/engines/two → server/engines/three → server/engines/one',
        rule: 'these folders close a circle',
      },
    ],
  );
});

test('only imports count, and those that lead nowhere are reported', () => {
  assert.deepEqual(faultsIn('domain/commented.ts'), []);
  assert.equal(faultsIn('modules/runs/lost.ts').length, 1);
});

test('no other file is blamed', () => {
  const known = [
    'engines/one',
    ...files.map(({ path }) => path),
    'domain/a.ts',
    'domain/b.ts',
    'domain/c.ts',
    'modules/runs/lost.ts',
  ];
  assert.deepEqual(
    faults.filter(({ from }) => !known.some((path) => join('server', path) === from)),
    [],
  );
});

test('as a program it names both files and ends with 1', async () => {
  const script = join(root, 'scripts/import-rules.ts');
  const bad = await tree({ 'domain/x.ts': "import 'node:fs';\n" });
  const refused = spawnSync(process.execPath, [script, bad], { encoding: 'utf8' });
  assert.equal(refused.status, 1);
  assert.match(refused.stdout, /^server\/domain\/x\.ts → fs: /);
  const good = await tree({ 'domain/x.ts': 'export const one = 1;\n' });
  assert.equal(spawnSync(process.execPath, [script, good]).status, 0);
});
