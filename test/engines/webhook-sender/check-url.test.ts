import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressPolicy } from '#server/engines/webhook-sender/address-policy.ts';
import { checkWebhookUrl } from '#server/engines/webhook-sender/check-url.ts';

const policyFor = (allowedNetworks: string[], ownAddresses: string[] = []) =>
  createAddressPolicy({ allowedNetworks, ownAddresses: () => ownAddresses });

const check = (url: string, allowedNetworks: string[] = [], ownAddresses: string[] = []) =>
  checkWebhookUrl(url, {
    policy: policyFor(allowedNetworks, ownAddresses),
    hasAllowedNetworks: allowedNetworks.length > 0,
  });

for (const [given, kept] of [
  ['https://example.com', 'https://example.com/'],
  ['https://example.com:8443/hooks/cv?team=1&x=%20', 'https://example.com:8443/hooks/cv?team=1&x=%20'],
  ['HTTPS://Example.COM/A', 'https://example.com/A'],
  ['https://müller.example/x', 'https://xn--mller-kva.example/x'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
] as const) {
  test(`a public receiver is kept: ${given}`, () => assert.deepEqual(check(given), { url: kept }));
}

for (const [why, url] of [
  ['plain HTTP', 'http://example.com/'],
  ['another scheme', 'ftp://example.com/'],
  ['a script', 'javascript:alert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['no host', 'https://'],
  ['no scheme', 'example.com/hook'],
  ['a user and password', 'https://user:pass@example.com/'],
  ['a user that looks like a host', 'https://example.com@127.0.0.1/'],
  ['an empty user', 'https://@example.com/'],
  ['a fragment', 'https://example.com/#x'],
  ['an empty fragment', 'https://example.com/#'],
  ['a backslash', 'https://example.com\\@127.0.0.1/'],
  ['a space', 'https://example.com /'],
  ['a line break', 'https://exam\nple.com/'],
  ['a tab that parsers drop', 'https://127.0\t.0.1/'],
  ['a control character', 'https://example.com/\u0000'],
  ['port 0', 'https://example.com:0/'],
  ['a port out of range', 'https://example.com:65536/'],
  ['loopback', 'https://127.0.0.1/'],
  ['loopback elsewhere in its block', 'https://127.8.9.1/'],
  ['loopback as one decimal number', 'https://2130706433/'],
  ['loopback in hexadecimal', 'https://0x7f000001/'],
  ['loopback in octal', 'https://0177.0.0.1/'],
  ['loopback with mixed parts', 'https://0x7f.1/'],
  ['loopback with two parts', 'https://127.1/'],
  ['loopback in percent escapes', 'https://%31%32%37.0.0.1/'],
  ['loopback in full-width digits', 'https://１２７.０.０.１/'],
  ['loopback with a trailing dot', 'https://127.0.0.1./'],
  ['a public address as one number', 'https://134744072/'],
  ['a public address with an octal part', 'https://010.8.8.8/'],
  ['all zeros', 'https://0.0.0.0/'],
  ['the single digit 0', 'https://0/'],
  ['a private network (10)', 'https://10.1.2.3/'],
  ['a private network (172.16)', 'https://172.31.255.255/'],
  ['a private network (192.168)', 'https://192.168.1.1/'],
  ["a carrier's range", 'https://100.100.100.200/'],
  ['metadata of clouds', 'https://169.254.169.254/latest/meta-data/'],
  ["Azure's host", 'https://168.63.129.16/'],
  ['documentation', 'https://203.0.113.9/'],
  ['benchmarks', 'https://198.19.0.1/'],
  ['multicast', 'https://224.0.0.1/'],
  ['broadcast', 'https://255.255.255.255/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv6 unspecified', 'https://[::]/'],
  ['IPv4-mapped loopback', 'https://[::ffff:127.0.0.1]/'],
  ['IPv4-mapped in hexadecimal', 'https://[::ffff:7f00:1]/'],
  ['IPv4-mapped metadata', 'https://[::ffff:a9fe:a9fe]/'],
  ['IPv4-compatible loopback', 'https://[::127.0.0.1]/'],
  ['IPv4 translated (NAT64)', 'https://[64:ff9b::7f00:1]/'],
  ['IPv4 in a 6to4 tunnel', 'https://[2002:7f00:1::]/'],
  ['IPv4 in a Teredo tunnel', 'https://[2001:0:7f00:1::]/'],
  ['IPv6 link-local', 'https://[fe80::1]/'],
  ['IPv6 unique local', 'https://[fd00:ec2::254]/'],
  ['IPv6 site-local', 'https://[fec0::1]/'],
  ['IPv6 multicast', 'https://[ff02::1]/'],
  ['IPv6 documentation', 'https://[2001:db8::1]/'],
  ['IPv6 newer documentation', 'https://[3fff::1]/'],
  ['an IPv6 zone', 'https://[fe80::1%25eth0]/'],
  ['localhost', 'https://localhost/'],
  ['a name under localhost', 'https://api.localhost/'],
  ['localhost with a dot', 'https://localhost./'],
  ['a name of one label', 'https://intranet/'],
  ['a multicast DNS name', 'https://printer.local/'],
  ['metadata by name', 'https://metadata.google.internal/'],
  ['a home network', 'https://nas.home.arpa/'],
  ['too long a URL', `https://example.com/${'a'.repeat(2048)}`],
] as const) {
  test(`refused: ${why}`, () => {
    const judged = check(url);
    assert.ok('fault' in judged, `${url} was accepted`);
    assert.match(judged.fault, /^Must .+\.$/);
  });
}

test('the machine refuses to talk to itself by its public address, however it is written', () => {
  const own = ['203.0.112.7', '2606:4700::7'];
  for (const url of ['https://203.0.112.7/', 'https://[::ffff:203.0.112.7]/', 'https://[2606:4700:0::7]/']) {
    assert.ok('fault' in check(url, [], own), url);
    assert.ok('url' in check(url, [], []), url);
  }
});

test('an allowed network opens itself and nothing else', () => {
  const lan = ['10.20.0.0/16', 'fd12::/32'];
  for (const url of [
    'https://10.20.3.4/',
    'http://10.20.3.4:8080/hook',
    'https://[::ffff:10.20.3.4]/',
    'http://[fd12::5]/',
    // Names are judged by what they lead to when a message is sent.
    'https://ats/',
    'http://ats.local/hook',
  ]) {
    assert.ok('url' in check(url, lan), url);
  }
  for (const url of [
    'https://10.21.0.1/',
    'https://127.0.0.1/',
    'http://8.8.8.8/',
    'http://[fd13::5]/',
    'https://169.254.169.254/',
    'https://user@10.20.3.4/',
    'https://0x0a.20.3.4/',
  ]) {
    assert.ok('fault' in check(url, lan), url);
  }
});

test('every address of the special-purpose blocks is refused, first and last', () => {
  const policy = policyFor([]);
  for (const [first, last] of [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['224.0.0.0', '255.255.255.255'],
    ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ] as const) {
    assert.ok(policy.refusal(first), first);
    assert.ok(policy.refusal(last), last);
  }
  for (const open of [
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2600::1',
  ]) {
    assert.equal(policy.refusal(open), null, open);
  }
  assert.ok(policy.refusal('not an address'));
});
