import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readPackageIndex } from '#server/engines/models/pull/pip-settings.ts';
import { writeFiles } from '#test/support/model-files.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

/** A home with settings files of pip; nothing of this machine's counts but /etc/pip.conf, which the user's own files outweigh. */
async function homeWith(t: TestContext, files: Readonly<Record<string, string>>) {
  const home = await tempFolder(t);
  await writeFiles(home, files);
  return { home, env: { HOME: home, XDG_CONFIG_DIRS: join(home, 'xdg') } as Record<string, string> };
}

const conf = (url: string) => `[global]\nindex-url = ${url}\n`;

test('PIP_INDEX_URL goes before every file', async (t) => {
  const { env } = await homeWith(t, { '.config/pip/pip.conf': conf('https://file.example/simple') });
  assert.deepEqual(await readPackageIndex({ ...env, PIP_INDEX_URL: 'https://env.example/simple/' }), {
    url: 'https://env.example/simple',
    authorization: null,
  });
});

test("the nearer to the user a settings file, the stronger; one that the environment names goes before the user's own", async (t) => {
  const { home, env } = await homeWith(t, {
    'xdg/pip/pip.conf': conf('https://machine.example'),
    '.pip/pip.conf': conf('https://old.example'),
    '.config/pip/pip.conf': conf('https://own.example'),
    'venv/pip.conf': conf('https://venv.example'),
    'named.conf': conf('https://named.example'),
  });
  const asks = async (more: Record<string, string>) => (await readPackageIndex({ ...env, ...more })).url;
  assert.equal(await asks({}), 'https://own.example');
  assert.equal(await asks({ XDG_CONFIG_HOME: join(home, 'none') }), 'https://old.example');
  assert.equal(await asks({ VIRTUAL_ENV: join(home, 'venv') }), 'https://venv.example');
  assert.equal(await asks({ PIP_CONFIG_FILE: join(home, 'named.conf') }), 'https://named.example');
  assert.match(await asks({ PIP_CONFIG_FILE: '/dev/null', PIP_INDEX_URL: '' }), /^https:\/\/[^/]+\/simple$/);
});

for (const [title, text, url] of [
  [
    'spaces, comments and capitals',
    '# ours\n[global]\nIndex_URL:  https://a.example/x/simple  \n',
    'https://a.example/x/simple',
  ],
  [
    'a section of its own for fetching',
    '[global]\nindex-url=https://a.example\n[download]\nindex-url=https://b.example\n',
    'https://b.example',
  ],
  [
    'settings of other commands',
    '[global]\nindex-url=https://a.example\n[list]\nindex-url=https://b.example\n',
    'https://a.example',
  ],
  ['line ends of Windows', '[global]\r\nindex-url = https://a.example\r\n', 'https://a.example'],
  [
    'an index in more lines, of which extra ones are not asked',
    '[global]\nindex-url = https://a.example\nextra-index-url =\n    https://b.example\n',
    'https://a.example',
  ],
] as const) {
  test(`a settings file may have ${title}`, async (t) => {
    const { env } = await homeWith(t, { '.config/pip/pip.conf': text });
    assert.equal((await readPackageIndex(env)).url, url);
  });
}

test('name and password are taken out of the address', async (t) => {
  const { env } = await homeWith(t, {
    '.config/pip/pip.conf': conf('https://an%40na:a%3Ab@index.example/simple'),
  });
  const { url, authorization } = await readPackageIndex(env);
  assert.equal(url, 'https://index.example/simple');
  assert.equal(Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString(), 'an@na:a:b');
});

test('where pip is set to ask no index, Assay asks none, either', async (t) => {
  const { env } = await homeWith(t, { '.config/pip/pip.conf': '[global]\nno-index = true\n' });
  await assert.rejects(readPackageIndex(env), { code: 'DOWNLOAD_FAILED', message: /no-index/ });
  await assert.rejects(readPackageIndex({ PIP_NO_INDEX: '1' }), { message: /no-index/ });
});

test('an index that is no address is a clear fault, without what it says', async (t) => {
  const { env } = await homeWith(t, { '.config/pip/pip.conf': conf('anna:s3cret@index') });
  await assert.rejects(
    readPackageIndex(env),
    ({ message }: Error) => /PIP_INDEX_URL/.test(message) && !message.includes('s3cret'),
  );
});
