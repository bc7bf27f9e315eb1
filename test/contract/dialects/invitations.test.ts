import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createMailsOfInvitations } from '#server/app/services.ts';
import { limits } from '#server/config/limits.ts';
import type { MailConfig } from '#server/config/mail.ts';
import type { Db } from '#server/db/db.ts';
import type { MailOutcome, OutgoingMail } from '#server/engines/mail/port.ts';
import { createInvitations } from '#server/modules/invitations/service.ts';
import type { InvitationOrder, MailEnd } from '#server/modules/invitations/types.ts';
import { deleteRunRows } from '#server/modules/retention/run-rows.ts';
import { days, hours, isoTime, minutes } from '#server/time.ts';
import { type DialectTest, dialectTest } from '#test/support/dialect-test.ts';
import { interviewLayer } from '#test/support/interview-layer.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';

const sent: MailOutcome = { kind: 'sent', reason: null, isOfServer: false };
const refused: MailOutcome = { kind: 'refused', reason: '550 No <ada@a.example> here', isOfServer: false };
const down: MailOutcome = { kind: 'later', reason: 'connect ECONNREFUSED', isOfServer: true };
const full: MailOutcome = { kind: 'later', reason: '452 Mailbox full', isOfServer: false };
const lost: MailOutcome = { kind: 'unknown', reason: 'Connection closed', isOfServer: true };

const config: MailConfig = {
  ...{ host: 'mail.test', port: 25, isTls: false, requireTls: true, login: null },
  from: { name: 'Acme', address: 'jobs@acme.example' },
};

/** People who are invited, and a mail server that answers as told. */
async function inviting({ db, t }: Pick<DialectTest, 'db' | 't'>) {
  const clock = createMovingClock();
  const layer = await interviewLayer({ db, t }, clock);
  const clientId = await layer.newClient();
  const persona = await layer.personas.create(
    { clientId, id: randomUUID() },
    { roleName: 'Baker', language: 'pl', maxMinutes: 20 },
  );
  const invitations = createInvitations({ ...layer, canMail: true });
  const went: OutgoingMail[] = [];
  /** Of each mail in turn; the last one goes on. */
  const answers: (MailOutcome | Error)[] = [sent];
  const workerOn = (handle: Db) =>
    createMailsOfInvitations(
      { ...layer, db: handle } as typeof layer,
      { mail: config, publicUrl: 'https://assay.example' },
      () => ({
        async send(mail) {
          went.push(mail);
          const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
          if (answer instanceof Error) throw answer;
          return answer;
        },
      }),
    );
  const worker = workerOn(db);
  const signal = new AbortController().signal;
  const invite = (list = 'Ada <ada@a.example>', given: Partial<InvitationOrder> = {}) =>
    invitations.invite({
      ...{ clientId, personaId: persona.id, list, by: 'mail', remind: true },
      ...{ timeZone: 'Europe/Warsaw', message: null, projectId: null, tags: [], consentMode: 'explicit' },
      deadline: isoTime(clock.now() + days(5)),
      count: list.split('\n').length,
      ...given,
    });
  const list = async () => (await invitations.list({ clientId, limit: 50, offset: 0 })).invitations;
  const entries = async () =>
    (await layer.audit.list({ clientId, action: 'interview.mail', limit: 50 })).entries;
  return {
    ...{
      layer,
      clock,
      clientId,
      persona,
      invitations,
      went,
      answers,
      worker,
      workerOn,
      invite,
      list,
      entries,
    },
    send: (by = worker): Promise<MailEnd[]> => by.send('worker', signal),
    one: async () => (await list())[0]!,
    pass: (durationMs: number) => layer.pass(durationMs),
    answer: (...next: (MailOutcome | Error)[]) => void answers.splice(0, answers.length, ...next),
    candidate: (mail: OutgoingMail) => /#t=([\w-]+)/.exec(mail.text)![1]!,
  };
}

dialectTest(
  'everybody of a list gets a mail of their own, once, and the log says so without their address',
  async (context) => {
    const { invite, send, went, list, entries, layer, candidate } = await inviting(context);
    const made = await invite('name,email,language,ref\nAda,ada@a.example,,c-1\nGrace,grace@a.example,de,', {
      count: 2,
    });
    assert.deepEqual(await send().then((ends) => ends.map(({ status }) => status)), ['sent', 'sent']);
    assert.deepEqual(await send(), []);
    assert.deepEqual(went.map(({ to }) => to.address).sort(), ['ada@a.example', 'grace@a.example']);
    const ada = went.find(({ to }) => to.name === 'Ada')!;
    assert.match(ada.subject, /zaproszenie/);
    assert.match(went.find(({ to }) => to.name === 'Grace')!.subject, /Einladung/);
    const seen = await layer.live.admit({ token: candidate(ada), device: 'phone' });
    assert.ok('sessionId' in seen && seen.sessionId === made[0]!.sessionId);
    assert.deepEqual(
      (await list()).map(({ standing, reference }) => [standing, reference]),
      [
        ['sent', null],
        ['opened', 'c-1'],
      ],
    );
    const log = JSON.stringify(await entries());
    assert.equal((await entries()).length, 2);
    assert.ok(log.includes(made[0]!.sessionId) && !log.includes('a.example') && !log.includes('Ada'));
  },
);

dialectTest(
  'a refusal is shown with the server’s reason and not tried again; the others go out',
  async (context) => {
    const { invite, send, went, answer, list, pass } = await inviting(context);
    answer(refused, sent);
    await invite('ada@a.example\ngrace@a.example');
    await send();
    assert.deepEqual((await list()).map(({ standing }) => standing).sort(), ['refused', 'sent']);
    const one = (await list()).find(({ standing }) => standing === 'refused')!;
    assert.equal(one.mail!.reason, '550 No <ada@a.example> here');
    assert.equal(one.reminder, null);
    await pass(days(1));
    await send();
    assert.equal(went.length, 2);
  },
);

dialectTest(
  'a server that is down is asked once a round, and everything goes out when it is back',
  async (context) => {
    const { invite, send, went, answer, list, pass } = await inviting(context);
    answer(down);
    await invite('ada@a.example\ngrace@a.example\njoan@a.example');
    await send();
    assert.equal(went.length, 1);
    await send();
    await send();
    await send();
    assert.equal(went.length, 3, 'each has rested since');
    assert.deepEqual(
      new Set((await list()).map(({ mail }) => mail!.reason)),
      new Set(['connect ECONNREFUSED']),
    );
    answer(sent);
    await pass(minutes(2));
    await send();
    assert.deepEqual(
      (await list()).map(({ standing }) => standing),
      ['sent', 'sent', 'sent'],
    );
  },
);

dialectTest(
  'what never works is given up, and a mailbox that is full holds up no other mail',
  async (context) => {
    const { invite, send, went, answer, pass, one } = await inviting(context);
    answer(full);
    await invite();
    for (let round = 0; round < 20; round++) {
      await send();
      await pass(hours(2));
    }
    const { mail, standing } = await one();
    assert.equal(standing, 'refused');
    assert.deepEqual([mail!.status, mail!.tries], ['given-up', limits.invitations.mail.retryMs.length + 1]);
    assert.equal(went.length, mail!.tries);
  },
);

dialectTest(
  'a worker killed between sending and noting it causes one repetition, with the same id, and the record says so',
  async (context) => {
    const { invite, send, went, answer, pass, one, entries } = await inviting(context);
    await invite();
    answer(new Error('killed'), sent);
    await assert.rejects(send());
    assert.equal((await one()).standing, 'sending');
    assert.deepEqual(await send(), [], 'its lease is still held');
    await pass(limits.invitations.mail.leaseMs + 1);
    await send();
    assert.equal(went.length, 2);
    assert.equal(went[0]!.messageId, went[1]!.messageId);
    assert.deepEqual([(await one()).standing, (await one()).mail!.mayBeTwice], ['sent', true]);
    assert.equal((await entries())[0]!.details.mayBeTwice, true);
  },
);

dialectTest('no candidate gets a mail a third time, whatever cuts off its tries', async (context) => {
  for (const cutOff of [new Error('killed'), lost]) {
    const { invite, send, went, answer, pass, one } = await inviting(context);
    await invite();
    answer(cutOff);
    for (let round = 0; round < 5; round++) {
      await send().catch(() => undefined);
      await pass(hours(1));
    }
    assert.equal(went.length, 2);
    assert.deepEqual([(await one()).standing, (await one()).mail!.status], ['unsure', 'unsure']);
  }
});

dialectTest('two workers never send the same mail', async (context) => {
  const { invite, send, went, workerOn } = await inviting(context);
  await invite(Array.from({ length: 12 }, (_, at) => `p${at}@a.example`).join('\n'));
  const other = workerOn(await context.openAnother());
  await Promise.all([send(), send(other)]);
  assert.equal(new Set(went.map(({ to }) => to.address)).size, 12);
  assert.equal(went.length, 12);
});

dialectTest('one reminder goes out a day before the deadline, to who has not begun', async (context) => {
  const { invite, send, worker, went, pass, layer, candidate, one, list } = await inviting(context);
  await invite('ada@a.example\ngrace@a.example\njoan@a.example');
  await send();
  assert.equal((await one()).reminder!.status, 'planned');
  const begun = { token: candidate(went[0]!), device: 'phone' };
  const admitted = await layer.live.admit(begun);
  assert.ok('notice' in admitted);
  await layer.live.consent(begun, admitted.notice);
  await layer.live.begin(begun);
  const declined = { token: candidate(went[1]!), device: 'tablet' };
  await layer.live.admit(declined);
  await layer.live.decline(declined);
  assert.equal(await worker.remind(), 0);
  await pass(days(4));
  assert.equal(await worker.remind(), 1);
  assert.equal(await worker.remind(), 0);
  await send();
  assert.deepEqual(
    went.slice(3).map(({ to }) => to.address),
    [went[2]!.to.address],
  );
  assert.equal(candidate(went[3]!), candidate(went[2]!), 'the same link');
  assert.match(went[3]!.text, /jedyne przypomnienie/);
  assert.equal((await list()).filter(({ reminder }) => reminder?.status === 'sent').length, 1);
  await pass(days(2));
  await worker.remind();
  await send();
  assert.equal(went.length, 4);
});

dialectTest('who was not reached gets no reminder, and none is sent behind the deadline', async (context) => {
  const { invite, send, worker, went, answer, pass } = await inviting(context);
  answer(refused, sent);
  await invite('ada@a.example\ngrace@a.example');
  await send();
  await pass(days(5) - minutes(30));
  assert.equal(await worker.remind(), 0);
  await send();
  assert.equal(went.length, 2);
});

dialectTest('a mail that waits until it is not needed any more is dropped', async (context) => {
  const { invite, send, went, answer, pass, one } = await inviting(context);
  answer(down);
  await invite();
  await send();
  await pass(days(6));
  answer(sent);
  await send();
  assert.equal(went.length, 1);
  assert.deepEqual([(await one()).standing, (await one()).mail!.status], ['overdue', 'dropped']);
  assert.equal((await invite()).length, 1, 'who was invited in vain may be invited anew');
});

dialectTest(
  'who has lost the link gets a new one by mail; the old one is dead and the deadline stays',
  async (context) => {
    const { invite, send, invitations, clientId, went, layer, candidate, one, pass } =
      await inviting(context);
    const [made] = await invite();
    await send();
    const { deadline } = await one();
    await invitations.mailLink({ clientId, sessionId: made!.sessionId });
    await send();
    assert.equal(went.length, 2);
    assert.match(went[1]!.text, /nowy link/);
    assert.deepEqual(await layer.live.look(candidate(went[0]!)), { refusal: 'LINK_INVALID' });
    assert.ok('sessionId' in (await layer.live.look(candidate(went[1]!))));
    assert.equal((await one()).deadline, deadline);
    await pass(days(6));
    await invitations.mailLink({ clientId, sessionId: made!.sessionId });
    assert.equal(Date.parse((await one()).deadline), layer.clock.now() + days(7), 'it was over');
  },
);

dialectTest('a new link takes the place of a mail that waits', async (context) => {
  const { invite, send, invitations, clientId, went, answer, pass, layer, candidate } =
    await inviting(context);
  answer(down);
  const [made] = await invite();
  await send();
  await invitations.mailLink({ clientId, sessionId: made!.sessionId });
  answer(sent);
  await pass(hours(1));
  await send();
  assert.equal(went.length, 2);
  assert.ok('sessionId' in (await layer.live.look(candidate(went[1]!))));
});

dialectTest('a month after the deadline the addresses are deleted', async (context) => {
  const { invite, send, answer, worker, pass, one } = await inviting(context);
  answer(refused);
  await invite('Ada <ada@a.example>', { message: 'Dear Ada' });
  await send();
  await pass(days(34));
  assert.equal(await worker.forget(), 0);
  await pass(days(2));
  assert.equal(await worker.forget(), 1);
  assert.equal(await worker.forget(), 0);
  const { name, email, mail, canBeMailed } = await one();
  assert.deepEqual([name, email, mail!.reason, canBeMailed], [null, null, null, false]);
  const rows = await context.db.selectFrom('invitations').selectAll().execute();
  const mails = await context.db.selectFrom('invitation_mails').selectAll().execute();
  assert.doesNotMatch(JSON.stringify([rows, mails]), /Ada|a\.example/);
});

dialectTest(
  'with the session goes everything of its invitation, also while a mail is on its way',
  async (context) => {
    const { invite, clientId, worker, answer, went, list } = await inviting(context);
    const [made] = await invite();
    answer(new Error('killed'));
    await assert.rejects(worker.send('worker', new AbortController().signal));
    await deleteRunRows(context.db, { clientId, runId: made!.sessionId });
    assert.deepEqual(await list(), []);
    assert.deepEqual(await context.db.selectFrom('invitation_mails').selectAll().execute(), []);
    assert.equal(went.length, 1);
  },
);

dialectTest('without a mail server nothing is sent, and what waits stays', async (context) => {
  const { invite, layer, one } = await inviting(context);
  await invite();
  const idle = createMailsOfInvitations(layer, { mail: null, publicUrl: null }, () => assert.fail());
  assert.deepEqual(await idle.send('worker', new AbortController().signal), []);
  assert.equal(await idle.remind(), 0);
  assert.equal((await one()).standing, 'sending');
});
