import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';

const sealed = resolve(import.meta.dirname, '../../scripts/sealed');
const skip =
  spawnSync(sealed, ['--possible']).status === 0
    ? false
    : 'needs root, unshare and ip (Debian: apt-get install iproute2)';
const run = (program: string) => {
  const { status, stderr } = spawnSync(sealed, [process.execPath, '--eval', program], { encoding: 'utf8' });
  return { status, stderr };
};

for (const [title, program] of [
  ['a connection', "fetch('http://192.0.2.7/').catch(() => {})"],
  ['a connection over IPv6', "fetch('http://[2001:db8::1]/').catch(() => {})"],
  ['a look-up of a name', "require('node:dns').lookup('assay.example', () => {})"],
  [
    'a packet',
    "const s = require('node:dgram').createSocket('udp4'); s.send('x', 9, '192.0.2.9', () => s.close())",
  ],
] as const) {
  test(`${title} beyond the machine is noticed`, { skip }, () => {
    const { status, stderr } = run(program);
    assert.equal(status, 97, stderr);
    assert.match(stderr, /attempts to reach something beyond this machine/);
  });
}

test('what stays on the machine is not, and a status is passed on', { skip }, () => {
  const local = `const server = require('node:http').createServer((_, answer) => answer.end('ok')).listen(0, '127.0.0.1', async () => {
    const answer = await fetch('http://127.0.0.1:' + server.address().port);
    process.exit((await answer.text()) === 'ok' ? 3 : 4);
  })`;
  assert.deepEqual(run(local), { status: 3, stderr: '' });
});
