import type { InvitationRow } from '../../../modules/console/invitations/contract.ts';
import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

type Standing = InvitationRow['standing'];
type MailStatus = NonNullable<InvitationRow['mail']>['status'];

/** Words of invitations: the list, and the sheet that invites people. */
export const invitationTexts = inLanguage('invitationTexts', {
  title: 'Invitations',
  description:
    'Who was invited from a list, and how far each of them is. "Sent" means that your mail server took the mail; what comes back later is in the mailbox of its sender.',
  invite: 'Invite people',
  standings: {
    sending: 'Waits to be sent',
    sent: 'Sent',
    'handed-out': 'Link handed out',
    refused: 'Not delivered',
    unsure: 'Perhaps delivered',
    opened: 'Opened',
    declined: 'Not agreed',
    active: 'In progress',
    done: 'Done',
    failed: 'Failed',
    overdue: 'Deadline passed',
  } satisfies Record<Standing, string>,
  columns: {
    who: 'Person',
    persona: 'Interviewer',
    standing: 'State',
    mail: 'Mail',
    deadline: 'Deadline',
    actions: 'Actions',
  },
  nobody: 'Name and address were removed',
  mails: {
    pending: 'Next try',
    sent: 'Sent',
    refused: 'Refused',
    'given-up': 'Given up',
    unsure: 'Cut off',
    dropped: 'Not needed any more',
  } satisfies Record<MailStatus, string>,
  noMail: 'None',
  twice: 'A try was cut off: it may have arrived twice.',
  reminded: 'Reminder sent',
  reminderPlanned: 'Reminder',
  actions: {
    label: (who: string) => `Actions for ${who}`,
    mailLink: 'Mail a new link',
    mailLinkTitle: 'Mail a new link?',
    mailLinkBody: (who: string) =>
      `${who} gets a mail with a new link. The old link stops working. A deadline that is still ahead stays; otherwise there are seven more days.`,
    mailed: 'The new link is on its way.',
    open: 'Open the interview',
  },
  empty: {
    title: 'No invitations from a list yet',
    body: 'Paste addresses or choose a CSV file. Each person gets a link of their own, by mail or from you.',
  },
  sheet: {
    title: 'Invite people',
    persona: 'Interviewer',
    people: 'People',
    peopleHint:
      'One person per line, cells of a spreadsheet, or a CSV file dropped here. Columns: name, email, language, reference.',
    peoplePlaceholder: 'name, email, language\nAda Lovelace, ada@example.org, en',
    file: 'Or choose a CSV file',
    tooLarge: 'The file is larger than 256 KB. Divide it.',
    deadline: 'Deadline',
    deadlineHint: 'The links work until then, at most seven days.',
    message: 'Your own words',
    messageHint: 'They stand in the middle of the mail, in every language the same. Leave it empty for none.',
    remind: 'Remind once, a day before the deadline, who has not begun',
    understood: (people: number) => `${count(people, 'person', 'people')} understood`,
    left: (faults: number) => `${count(faults, 'line is', 'lines are')} left out`,
    line: 'Line',
    name: 'Name',
    email: 'Address',
    language: 'Mail in',
    reference: 'Reference',
    noAddress: 'no address: link only',
    change: 'What to change',
    more: (people: number) => `and ${count(people, 'more person', 'more people')}`,
    preview: 'The mail',
    previewHint: 'As the first person gets it. A calendar file with the deadline comes with it.',
    send: (people: number) => `Send ${count(people, 'mail', 'mails')}`,
    links: (people: number) => `Make ${count(people, 'link', 'links')} to hand out`,
    noServer:
      'This installation has no mail server, so nothing is sent. Hand out the links, or ask for SMTP_URL and SMTP_FROM to be set.',
    sent: (people: number) => `${count(people, 'mail is', 'mails are')} on the way.`,
    made: (people: number) => `${count(people, 'link was', 'links were')} made`,
    madeHint: 'Download or copy them now: they are in no other place. Each is for one person.',
    download: 'Download CSV',
    copy: 'Copy',
    copied: 'Copied',
    fileName: 'interview-links.csv',
    done: 'Done',
  },
});
