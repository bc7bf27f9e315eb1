import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { calendarFile } from '#server/domain/invitations/calendar.ts';
import {
  composeMail,
  isTimeZone,
  type MailFacts,
  mailKinds,
} from '#server/domain/invitations/compose-mail.ts';

const facts: MailFacts = {
  kind: 'invitation',
  language: 'en',
  clientName: 'Acme & Sons',
  roleName: 'Baker',
  name: 'Ada',
  maxMinutes: 20,
  link: 'https://assay.example/i/#t=abc',
  deadline: '2026-03-07T17:00:00.000Z',
  timeZone: 'Europe/Warsaw',
  message: 'See you soon.\n\nBring <nothing>.',
  contact: 'jobs@acme.example',
  uid: 's1@acme.example',
  version: 2,
  madeAt: '2026-03-01T09:00:00.000Z',
};

for (const language of limits.languages) {
  test(`every mail in ${language} says everything and leaves no gap`, () => {
    for (const kind of mailKinds) {
      for (const one of [facts, { ...facts, name: null, message: null, contact: null }]) {
        const { subject, text, html, calendar } = composeMail({ ...one, kind, language });
        for (const part of [subject, text, html, calendar])
          assert.doesNotMatch(part, /[{}]|undefined|\bnull\b/);
        const said = [one.clientName, one.roleName, one.link, '20', one.name, one.contact];
        for (const known of said) if (known !== null) assert.ok(text.includes(known), known);
        assert.ok(subject.includes('Baker') && !subject.includes('\n'));
        // Six in the evening in Warsaw, in whatever digits and with whatever half of the day.
        assert.match(text, /(18|0?6)[^\d]{0,2}00|(١٨|٠?٦):٠٠/u);
        assert.ok(html.includes(`lang="${language}"`) && html.includes('Acme &amp; Sons'));
      }
    }
  });
}

test('the page fetches nothing, and what people wrote is text', () => {
  const { html } = composeMail({
    ...facts,
    clientName: '<img src=x>',
    roleName: '"><script>',
    name: '</p>',
  });
  assert.doesNotMatch(html, /<(img|script|link|style|iframe)|\ssrc="|url\(/);
  assert.deepEqual(
    [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to),
    [facts.link],
  );
  assert.ok(html.includes('Bring &lt;nothing&gt;.'));
});

test('a name cannot stand for another part of the mail', () => {
  const { text } = composeMail({ ...facts, name: '{contact}', clientName: '{deadline}' });
  assert.ok(text.includes('{contact}') && text.includes('{deadline}'));
});

test('the calendar has the deadline, an alarm and no link', () => {
  const { calendar } = composeMail(facts);
  assert.match(calendar, /\r\nDTSTART:20260307T170000Z\r\n/);
  assert.match(calendar, /\r\nUID:s1@acme\.example\r\nSEQUENCE:2\r\n/);
  assert.match(calendar, /BEGIN:VALARM.*TRIGGER:-P1D.*END:VALARM/s);
  assert.ok(!calendar.replaceAll('\r\n ', '').includes('/i/'));
  assert.ok(calendar.endsWith('END:VCALENDAR\r\n'));
});

test('lines of a calendar have 75 bytes at most, no letter is cut, and no text begins a line of its own', () => {
  const title = `面接${'長'.repeat(60)}; a,b\\c\r\nEND:VCALENDAR`;
  const file = calendarFile({
    ...{ uid: 'u', version: 1, title, text: title },
    ...{ at: facts.deadline, madeAt: facts.madeAt },
  });
  const lines = file.split('\r\n');
  for (const line of lines) assert.ok(Buffer.byteLength(line) <= 75);
  assert.equal(lines.filter((line) => line === 'END:VCALENDAR').length, 1);
  const whole = file.replaceAll('\r\n ', '');
  assert.ok(whole.includes(`SUMMARY:面接${'長'.repeat(60)}\\; a\\,b\\\\c\\nEND:VCALENDAR\r\n`));
});

test('only zones that there are', () => {
  assert.ok(isTimeZone('Europe/Warsaw') && isTimeZone('UTC'));
  assert.ok(!isTimeZone('Mars/Olympus') && !isTimeZone(''));
});
