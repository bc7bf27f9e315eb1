import { textsOf } from '../interview/languages/registry.ts';
import { calendarFile } from './calendar.ts';

/** `reminder`: the same link once more before the deadline. `link`: a new one in place of one that was lost. */
export const mailKinds = ['invitation', 'reminder', 'link'] as const;
export type MailKind = (typeof mailKinds)[number];

export interface MailFacts {
  kind: MailKind;
  /** ISO 639-1, of the mail. */
  language: string;
  clientName: string;
  roleName: string;
  /** Of the candidate; null: unknown. */
  name: string | null;
  maxMinutes: number;
  link: string;
  /** ISO 8601 UTC: the link works until then. */
  deadline: string;
  /** IANA, of the person who invited. */
  timeZone: string;
  /** The inviting person's own words; null: none. */
  message: string | null;
  /** Whom to ask; null: the person who invited. */
  contact: string | null;
  /** Of the calendar's entry. */
  uid: string;
  version: number;
  madeAt: string;
}

export interface ComposedMail {
  subject: string;
  text: string;
  /** No picture, no style, nothing that is fetched from anywhere. */
  html: string;
  calendar: string;
}

/** The same facts make the same mail, word for word. */
export function composeMail(facts: MailFacts): ComposedMail {
  const { kind, language, clientName, roleName, name, link, message, contact } = facts;
  const { mail } = textsOf(language);
  const deadline = momentOf(facts);
  const values: Readonly<Record<string, string>> = {
    ...{ client: clientName, role: roleName, name: name ?? '', deadline },
    ...{ minutes: String(facts.maxMinutes), contact: contact ?? '' },
  };
  const put = (text: string) => text.replaceAll(/\{(\w+)\}/g, (place, slot: string) => values[slot] ?? place);
  const before = [
    name === null ? mail.greetingWithoutName : mail.greeting,
    ...(kind === 'invitation' ? [] : [kind === 'reminder' ? mail.reminder : mail.newLink]),
    mail.invited,
  ].map(put);
  const own = message === null ? [] : message.split(/\n{2,}/);
  const after = [mail.needed, mail.until, mail.personal, contact === null ? mail.ask : mail.contact].map(put);
  const subject = put(mail.subject[kind]).replaceAll(/\s+/g, ' ').trim();
  return {
    subject,
    text: `${[...before, ...own, `${put(mail.open)}:\n${link}`, ...after, clientName].join('\n\n')}\n`,
    html: pageOf({
      language,
      subject,
      parts: [...before, ...own],
      link,
      open: put(mail.open),
      after: [...after, clientName],
    }),
    calendar: calendarFile({
      ...{ uid: facts.uid, version: facts.version, at: facts.deadline, madeAt: facts.madeAt },
      title: put(mail.calendar),
      text: put(mail.until),
    }),
  };
}

/** As people of that language write a moment, in the zone of the person who invited, which is named. */
function momentOf({ language, deadline, timeZone }: Pick<MailFacts, 'language' | 'deadline' | 'timeZone'>) {
  return new Intl.DateTimeFormat(language === 'sr' ? 'sr-Latn' : language, {
    ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
    timeZone,
  }).format(new Date(deadline));
}

/** Whether there is such a zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function pageOf(page: {
  language: string;
  subject: string;
  parts: readonly string[];
  link: string;
  open: string;
  after: readonly string[];
}): string {
  const paragraph = (text: string) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`;
  const link = escaped(page.link);
  return [
    '<!doctype html>',
    `<html lang="${page.language}" dir="${page.language === 'ar' ? 'rtl' : 'ltr'}">`,
    `<head><meta charset="utf-8"><title>${escaped(page.subject)}</title></head>`,
    '<body>',
    ...page.parts.map(paragraph),
    `<p><a href="${link}"><strong>${escaped(page.open)}</strong></a><br>${link}</p>`,
    ...page.after.map(paragraph),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!);
