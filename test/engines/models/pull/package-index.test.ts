import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { findArchive } from '#server/engines/models/pull/package-index.ts';

const sha256 = 'ab'.repeat(32);
const file = 'Some_Model-1.0.0-py3-none-any.whl';
const archive = { name: 'Some.Model', version: '1.0.0', file, sizeBytes: 1, sha256 };

interface Page {
  type: string;
  body: string;
}

const html = (body: string): Page => ({ type: 'text/html; charset=utf-8', body });
const json = (value: unknown, type = 'application/vnd.pypi.simple.v1+json'): Page => ({
  type,
  body: JSON.stringify(value),
});
const listed = (url: string, hashes: object = { sha256 }) =>
  json({ files: [{ filename: file, url, hashes }] });

/** An index that answers every page alike. */
async function serve(t: TestContext, page: Page): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(200, { 'content-type': page.type }).end(page.body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  t.after(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const find = (url: string, authorization: string | null = null) =>
  findArchive({ url: `${url}/root/simple`, authorization }, archive, { timeoutMs: 20_000 });

const own = `/root/packages/${file}`;
const elsewhere = `https://files.example/a/b/${file}`;
for (const [title, page, expected] of [
  ['an address of another host', listed(elsewhere), elsewhere],
  ['an address from its root', listed(own), own],
  ['an address beside the page', listed(`../../packages/${file}`), own],
  [
    'plain JSON, and capitals in the hash',
    { ...listed(own, { sha256: sha256.toUpperCase() }), type: 'application/json' },
    own,
  ],
  ['no hash', listed(own, {}), own],
  ['a hash of another kind alone', listed(own, { md5: 'x' }), own],
  ['a link with a hash', html(`<a href="${own}#sha256=${sha256}">${file}</a>`), own],
  [
    'a link with a hash in capitals',
    html(`<a href="${own}#sha256=${sha256.toUpperCase()}">${file}</a>`),
    own,
  ],
  ['a link without a hash', html(`<a href='${own}'>${file}</a>`), own],
  ['a link with a hash of another kind', html(`<a href="${own}#md5=abc">${file}</a>`), own],
  [
    'a link in capitals with more in it, over lines',
    html(
      `<A class="x"\n   HREF="../../packages/${file}#sha256=${sha256}" rel="internal" data-yanked="">\n  ${file}\n</A>`,
    ),
    own,
  ],
  [
    'an address with signs of HTML',
    html(`<a href="${own}?a=1&amp;b=2#sha256=${sha256}">${file}</a>`),
    `${own}?a=1&b=2`,
  ],
  [
    'other files before and behind',
    html(
      `<a href="/x/${file}.asc">${file}.asc</a><br><a href="${own}#sha256=${sha256}">${file}</a><br><a href="/x.tar.gz">x.tar.gz</a>`,
    ),
    own,
  ],
] as const) {
  test(`an archive is found where the index gives ${title}`, async (t) => {
    const { url, asked } = await serve(t, page);
    const found = await find(url);
    assert.deepEqual(found, { url: new URL(expected, url).href, headers: {} });
    assert.deepEqual(asked, ['/root/simple/some-model/'], 'the name is written as indexes write it');
  });
}

for (const [title, page, message] of [
  ['another hash in JSON', listed(own, { sha256: 'cd'.repeat(32) }), /has another Some_Model/],
  [
    'another hash in HTML',
    html(`<a href="${own}#sha256=${'cd'.repeat(32)}">${file}</a>`),
    /has another Some_Model/,
  ],
  [
    'other versions alone',
    html('<a href="/x">Some_Model-0.9.0-py3-none-any.whl</a>'),
    /has no Some_Model-1\.0\.0/,
  ],
  ['no files', json({ files: [] }), /has no Some_Model/],
  ['a page for signing in', html('<form action="/login"><input name="user"></form>'), /has no Some_Model/],
  ['JSON of something else', json({ message: 'hello' }), /does not answer as a Python index does/],
  [
    'JSON that is broken',
    { type: 'application/json', body: '{"files": [' },
    /does not answer as a Python index/,
  ],
  ['a list of nothing', json({ files: [null, 7, {}, { filename: file }] }), /has no Some_Model/],
  ['an address that is none', listed('http://'), /names no address/],
  ['a file of this machine', listed(`file:///etc/${file}`), /names no address/],
] as const) {
  test(`an index that gives ${title} is refused in a sentence`, async (t) => {
    const { url } = await serve(t, page);
    await assert.rejects(find(url), ({ code, message: said }: Error & { code: string }) => {
      assert.equal(code, 'DOWNLOAD_FAILED');
      assert.match(said, message);
      assert.match(said, /\. Nothing was installed\.$/);
      return true;
    });
  });
}

test('name and password go to the host of the index alone', async (t) => {
  const { url } = await serve(t, listed(own));
  assert.deepEqual((await find(url, 'Basic x')).headers, { authorization: 'Basic x' });
  const other = await serve(t, listed(elsewhere));
  assert.deepEqual((await find(other.url, 'Basic x')).headers, {});
});
