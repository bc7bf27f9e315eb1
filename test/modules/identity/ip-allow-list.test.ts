import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAddressAllowed, normaliseCidr } from '#server/modules/identity/ip-allow-list.ts';

for (const [given, normal] of [
  ['203.0.113.7', '203.0.113.7/32'],
  [' 203.0.113.7/24 ', '203.0.113.0/24'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['10.255.255.255/9', '10.128.0.0/9'],
  ['2001:DB8::1', '2001:db8::1/128'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['::/0', '::/0'],
  ['::ffff:10.1.2.3', '10.1.2.3/32'],
  ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ['fe80::1%eth0', 'fe80::1/128'],
] as const) {
  test(`"${given}" is kept as ${normal}`, () => {
    assert.equal(normaliseCidr(given), normal);
    assert.equal(normaliseCidr(normal), normal);
  });
}

for (const given of [
  '',
  'example.com',
  '10.0.0',
  '10.0.0.0.0',
  '256.1.1.1',
  '010.0.0.1',
  '0x7f.0.0.1',
  '10',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '10.0.0.0/8.5',
  '::/129',
  ':::',
  '::ffff:10.0.0.0/95',
  '10.0.0.1-10.0.0.9',
  '*',
]) {
  test(`"${given}" is refused by name`, () => {
    assert.throws(
      () => normaliseCidr(given),
      (error: Error & { code?: string }) =>
        error.code === 'INVALID_INPUT' && error.message.includes(`"${given}"`),
    );
  });
}

for (const [address, cidrs, allowed] of [
  ['203.0.113.7', [], true],
  ['anything', [], true],
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['::ffff:cb00:7107', ['203.0.113.0/24'], true],
  ['2001:db8::5', ['203.0.113.0/24', '2001:db8::/32'], true],
  ['2001:db9::5', ['203.0.113.0/24', '2001:db8::/32'], false],
  ['::1', ['127.0.0.1/32'], false],
  ['203.0.113.7', ['::/0'], false],
  ['2001:db8::5', ['0.0.0.0/0'], false],
  ['not an address', ['0.0.0.0/0', '::/0'], false],
] as const) {
  test(`${address} is ${allowed ? 'allowed' : 'not allowed'} by [${cidrs.join(', ')}]`, () => {
    assert.equal(isAddressAllowed(address, cidrs), allowed);
  });
}
