import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConfigError, loadConfig } from '#server/config/env.ts';

const whole = {
  PUBLIC_URL: 'https://assay.example',
  SMTP_URL: 'smtp://assay:p%40ss%20word@mail.example',
  SMTP_FROM: 'Acme Careers <careers@acme.example>',
};

test('no mail server is set by default', () => {
  assert.equal(loadConfig({}).mail, null);
});

test('a mail server with name and password, encrypted unless said otherwise', () => {
  const { mail, secrets } = loadConfig(whole);
  assert.deepEqual(mail, {
    ...{ host: 'mail.example', port: 587, isTls: false, requireTls: true },
    login: { user: 'assay', password: 'p@ss word' },
    from: { name: 'Acme Careers', address: 'careers@acme.example' },
  });
  assert.ok(secrets.includes('p@ss word'), 'logs and bundles leave it out');
  const plain = loadConfig({
    ...whole,
    ...{ SMTP_URL: 'smtps://[::1]', SMTP_TLS: 'optional', SMTP_FROM: 'a@b' },
  });
  assert.deepEqual(plain.mail, {
    ...{ host: '::1', port: 465, isTls: true, requireTls: false, login: null },
    from: { name: '', address: 'a@b' },
  });
});

for (const [title, given, fault] of [
  ['half of it', { SMTP_FROM: '' }, /must be set together/],
  ['no address for links', { PUBLIC_URL: '' }, /needs PUBLIC_URL/],
  ['another protocol', { SMTP_URL: 'https://mail.example' }, /SMTP_URL must be an address/],
  ['a path', { SMTP_URL: 'smtp://mail.example/x?pool=true' }, /SMTP_URL must be an address/],
  ['a name without a password', { SMTP_URL: 'smtp://assay@mail.example' }, /a name and a password/],
  ['a sender that is no address', { SMTP_FROM: 'Acme Careers' }, /SMTP_FROM must be/],
  ['two senders', { SMTP_FROM: 'a@b.example, c@d.example' }, /SMTP_FROM must be/],
  ['another word for TLS', { SMTP_TLS: 'never' }, /SMTP_TLS must be/],
] as const) {
  test(`${title} is refused`, () => {
    assert.throws(() => loadConfig({ ...whole, ...given }), fault);
  });
}

test('what is wrong is said without the password', () => {
  const told = (SMTP_URL: string) => {
    try {
      loadConfig({ ...whole, SMTP_URL });
    } catch (error) {
      return (error as ConfigError).message;
    }
    return assert.fail(SMTP_URL);
  };
  for (const url of ['smtp://assay:hunter22%@mail.example', 'smtp:assay:hunter22@mail', 'hunter22'])
    assert.doesNotMatch(told(url), /hunter22/);
});
