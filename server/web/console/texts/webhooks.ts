import type { DeliveryAttempt, WebhookEventName } from '../../../modules/console/webhooks/contract.ts';
import { statusLabels } from './common.ts';
import { inLanguage } from './language.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Words of the webhooks: secrets, deliveries, samples, addresses that want no more. */
export const webhookTexts = inLanguage('webhookTexts', {
  title: 'Webhooks',
  description:
    'Results are sent to the address that was given at submission, signed so that the receiver can tell they come from here.',
  events: {
    'cvdeepmatch.finished': 'CV match finished',
    'cvdeepmatch.failed': 'CV match failed',
    'cvds.finished': 'CV search finished',
    'cvds.failed': 'CV search failed',
    'interview.completed': 'Interview completed',
  } satisfies Record<WebhookEventName, string>,
  outcomes: {
    delivered: statusLabels.delivered,
    status: 'Refused',
    timeout: 'No answer in time',
    dns: 'Name not found',
    refused_address: 'Address not allowed',
    tls: 'Certificate refused',
    connection: 'No connection',
    unsigned: 'Could not be signed',
  } satisfies Record<DeliveryAttempt['outcome'], string>,
  secret: {
    title: 'Signing secret',
    description: 'Receivers check the signature of every message with it.',
    ownSigns: (lastFour: string) => `Messages are signed with the secret ending in ${lastFour}.`,
    defaultSigns:
      'Messages are signed with this installation’s default secret, which its owners can show you.',
    defaultHint: 'Generate one of your own, so that only you and this installation know it.',
    made: 'Generated',
    until: 'signs until',
    current: 'Current',
    old: 'Being replaced',
    ending: (lastFour: string) => `…${lastFour}`,
    generate: 'Generate a secret',
    rotate: 'Rotate',
    generateTitle: 'Generate a signing secret',
    rotateTitle: 'Rotate the signing secret',
    madeTitle: 'The new signing secret',
    overlap: 'Keep signing with the old one for',
    overlapHint:
      'During this time every message carries both signatures, so receivers can be changed without missing one.',
    overlaps: {
      '0': 'Not at all – it ends now',
      '1': '1 hour',
      '24': '1 day',
      '168': '7 days',
      '720': '30 days',
    } as Record<string, string>,
    label: 'Signing secret',
    verify: 'How receivers check it',
    verifyHint: (header: string) =>
      `HMAC-SHA-256 over “<t>.<body>” with the whole secret, “whsec_” included, compared with v1 of the header ${header}. Libraries for Standard Webhooks work too.`,
  },
  defaults: {
    title: 'Default webhook secret',
    description:
      'Signs the messages of every client that has no secret of its own. A person who sees it could forge them.',
    show: 'Show the secret',
    shown: 'This was recorded in the audit log.',
    rotate: 'Rotate',
  },
  test: {
    title: 'Try a receiver',
    description: 'Sends a sample now, once, signed like a real message.',
    url: 'Address',
    urlPlaceholder: 'https://example.com/webhooks/assay',
    event: 'Event',
    send: 'Send a sample',
    delivered: (status: number | null) => `Delivered: the receiver answered ${status ?? ''}`,
    failed: 'Not delivered',
    took: 'Took',
    from: 'Sent to',
    details: 'Request and answer',
  },
  deliveries: {
    title: 'Deliveries',
    description: 'Kept for 30 days.',
    all: 'All',
    filterLabel: 'Deliveries by state',
    refresh: 'Refresh',
    columns: {
      event: 'Event',
      status: 'State',
      subject: 'About',
      url: 'Address',
      attempts: 'Tries',
      created: 'Announced',
    },
    test: 'Sample',
    emptyTitle: 'Nothing has been sent yet',
    emptyBody: 'Send “webhook_url” with a CV match through the API, or try a receiver with a sample.',
    emptyFiltered: 'No delivery is in this state',
    next: 'next try',
  },
  details: {
    title: 'Delivery',
    request: 'Request',
    tries: (number: number) => count(number, 'try', 'tries'),
    noTries: 'It has not been tried yet.',
    resend: 'Send again',
    resent: 'It is due now.',
    resendHint: 'Same id and body, new time and signature, and a whole new schedule of tries.',
    signedHeaders: 'signed anew at every try',
    answered: (status: number) => `answered ${status}`,
    nothing: 'no answer',
    address: 'to',
    answer: 'Beginning of the answer',
    subject: 'About',
    openMatch: 'Open the match',
    id: 'Message id',
    try: (number: number) => `Try ${number}`,
  },
  disabled: {
    title: 'Disabled endpoints',
    description: 'They answered 410 Gone. Nothing is sent there until you allow it again.',
    enable: 'Allow again',
    since: 'since',
  },
});
