import type { Reader } from './reader.ts';

/** A mail server, and who writes. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, in place of STARTTLS. */
  readonly isTls: boolean;
  /** Nothing is sent where the server offers no TLS. */
  readonly requireTls: boolean;
  /** Null: the server asks for none. */
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: { readonly name: string; readonly address: string };
}

/** @param publicUrl what the links in mails begin with; null: not set */
export function readMail({
  text,
  oneOf,
  faults,
  publicUrl,
}: Pick<Reader, 'text' | 'oneOf' | 'faults'> & { publicUrl: string | null }): MailConfig | null {
  const given = text('SMTP_URL', '');
  const sender = text('SMTP_FROM', '');
  const requireTls = oneOf('SMTP_TLS', ['required', 'optional'], 'required') === 'required';
  if ((given === '') !== (sender === '')) faults.push('SMTP_URL and SMTP_FROM must be set together.');
  if (given === '') return null;
  const url = URL.parse(given);
  const user = decoded(url?.username ?? '');
  const password = decoded(url?.password ?? '');
  const isAddress =
    url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname);
  // The value has a password in it: it is not repeated.
  if (!isAddress || user === null || password === null || url.search !== '' || url.hash !== '') {
    faults.push(
      'SMTP_URL must be an address such as smtp://NAME:PASSWORD@mail.example:587 or smtps://mail.example; write special characters of the password as %XX.',
    );
    return null;
  }
  if ((user === '') !== (password === ''))
    faults.push('SMTP_URL must have a name and a password, or neither.');
  const [, name = '', inner] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(sender) ?? [];
  const address = inner ?? sender;
  if (sender !== '' && !/^[^\s@<>"',;:]+@[^\s@<>"',;:]+$/.test(address)) {
    faults.push(
      `SMTP_FROM must be an e-mail address, such as Acme Careers <careers@acme.example>; it is "${sender}".`,
    );
  }
  if (publicUrl === null) {
    faults.push('SMTP_URL needs PUBLIC_URL, which the links in mails begin with.');
  }
  const isTls = url.protocol === 'smtps:';
  return Object.freeze({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    isTls,
    requireTls,
    login: user === '' ? null : Object.freeze({ user, password }),
    from: Object.freeze({ name, address }),
  });
}

/** Null for what is encoded wrongly. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
