import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OutgoingMail } from '#server/engines/mail/port.ts';
import { createSmtpSender, type SmtpSettings } from '#server/engines/mail/smtp.ts';
import { type SmtpBehaviour, startSmtpServer } from '#test/support/smtp-server.ts';
import { makeCertificate, noOpenssl } from '#test/support/webhook-receiver.ts';

const mail: OutgoingMail = {
  to: { name: 'Ada Łoś', address: 'ada@a.example' },
  subject: 'Zaproszenie: 面接',
  text: 'Good morning.\n\nhttps://assay.example/i/#t=abc\n',
  html: '<!doctype html><p>Good morning.</p>\n',
  calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  messageId: 'm1@acme.example',
};

const ownCertificate = makeCertificate(['IP:127.0.0.1']);
const skip = ownCertificate ? false : noOpenssl;
/** As settings are. */
const from = Object.freeze({ name: 'Acme, Careers', address: 'jobs@acme.example' });

async function posted(
  t: TestContext,
  {
    isTls = false,
    behaviour = {},
    ...given
  }: Partial<SmtpSettings> & { behaviour?: SmtpBehaviour } & {
    encrypts?: boolean;
  } = {},
) {
  const { encrypts = false, ...settings } = given;
  const certificate = encrypts ? ownCertificate : undefined;
  const server = await startSmtpServer(t, { ...(certificate && { certificate }), behaviour });
  const sender = createSmtpSender({
    ...{ host: '127.0.0.1', port: server.port, isTls, requireTls: false, login: null, from },
    ...(certificate && { ca: certificate.cert }),
    ...settings,
  });
  const send = (one: Partial<OutgoingMail> = {}, signal = new AbortController().signal) =>
    sender.send({ ...mail, ...one }, signal);
  return { server, send, outcome: await send() };
}

test('a mail arrives with both texts and the calendar, from the one and to the other', async (t) => {
  const { server, outcome } = await posted(t);
  assert.deepEqual(outcome, { kind: 'sent', reason: null, isOfServer: false });
  const [one] = server.received;
  assert.equal(one!.from, 'jobs@acme.example');
  assert.equal(one!.to, 'ada@a.example');
  assert.match(one!.data, /^From: "Acme, Careers" <jobs@acme\.example>\r$/m);
  assert.match(one!.data, /^Message-ID: <m1@acme\.example>\r$/im);
  assert.match(one!.data, /^Auto-Submitted: auto-generated\r$/m);
  for (const type of ['text/plain', 'text/html', 'text/calendar'])
    assert.ok(one!.data.includes(`Content-Type: ${type}`), type);
  assert.doesNotMatch(one!.data, /nodemailer/i);
});

test('it goes encrypted where the server offers that, with name and password', { skip }, async (t) => {
  const login = { user: 'assay', password: 'p:w d' };
  const { server, outcome } = await posted(t, { encrypts: true, requireTls: true, login });
  assert.equal(outcome.kind, 'sent', String(outcome.reason));
  assert.equal(server.received[0]!.isEncrypted, true);
  assert.deepEqual(server.logins, ['assay p:w d']);
});

test('nothing goes out in the clear where encryption is required, neither mail nor password', async (t) => {
  const login = { user: 'assay', password: 'secret' };
  const { server, outcome } = await posted(t, { requireTls: true, login });
  assert.equal(outcome.kind, 'later');
  assert.equal(outcome.isOfServer, true);
  assert.deepEqual([server.received, server.logins], [[], []]);
});

test('a certificate without a trusted issuer is not believed', { skip }, async (t) => {
  const { server, outcome } = await posted(t, {
    encrypts: true,
    requireTls: true,
    ca: makeCertificate(['IP:127.0.0.1'])!.cert,
  });
  assert.equal(outcome.kind, 'later');
  assert.deepEqual(server.received, []);
});

for (const [title, behaviour, expected] of [
  [
    'a recipient that there is not',
    { refuse: () => '550 5.1.1 No such user here' },
    { kind: 'refused', reason: '550 5.1.1 No such user here', isOfServer: false },
  ],
  [
    'a mailbox that is full for now',
    { refuse: () => '452 4.2.2 Mailbox full' },
    { kind: 'later', reason: '452 4.2.2 Mailbox full', isOfServer: false },
  ],
  [
    'a server that closes',
    { refuse: () => '421 4.3.2 Closing' },
    { kind: 'later', reason: '421 4.3.2 Closing', isOfServer: true },
  ],
  [
    'a server that wants encryption and is not offered it',
    { wantsTls: true },
    { kind: 'later', reason: '530 5.7.0 Must issue a STARTTLS command first', isOfServer: true },
  ],
] as const) {
  test(`tells of ${title}`, async (t) => {
    const { outcome, server } = await posted(t, { behaviour: { ...behaviour } });
    assert.deepEqual(outcome, expected);
    assert.deepEqual(server.received, []);
  });
}

test('a server that is down, or not there, is asked again later', async (t) => {
  const { server, outcome, send } = await posted(t, { behaviour: { isDown: true } });
  assert.deepEqual([outcome.kind, outcome.isOfServer], ['later', true]);
  server.behaviour = {};
  assert.equal((await send()).kind, 'sent');
  const nowhere = await posted(t, { port: 1 });
  assert.deepEqual([nowhere.outcome.kind, nowhere.outcome.isOfServer], ['later', true]);
});

test('a connection lost behind the mail leaves it unknown whether it arrived', async (t) => {
  const { server, outcome } = await posted(t, { behaviour: { hangsUpWithMail: true } });
  assert.equal(server.received.length, 1);
  assert.deepEqual([outcome.kind, outcome.isOfServer], ['unknown', true]);
});

test('a try that is called off ends', async (t) => {
  const { send } = await posted(t);
  assert.equal((await send({}, AbortSignal.abort())).kind, 'later');
});

test('lines cannot be smuggled in by a name or a subject', async (t) => {
  const { server, send } = await posted(t);
  await send({ subject: 'Hi\r\nBcc: x@a.example', to: { name: 'A\r\nX-Bad: 1', address: 'ada@a.example' } });
  const heads = server.received.at(-1)!.data.split('\r\n\r\n', 1)[0]!;
  assert.doesNotMatch(heads, /^(Bcc|X-Bad):/im);
});
