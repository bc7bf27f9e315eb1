import { createTransport } from 'nodemailer';
import { minutes, seconds } from '../../time.ts';
import type { MailOutcome, MailSender, OutgoingMail } from './port.ts';

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte, in place of STARTTLS. */
  isTls: boolean;
  /** Nothing is sent where the server offers no TLS. */
  requireTls: boolean;
  login: { user: string; password: string } | null;
  from: { name: string; address: string };
  /** Certificates to trust in place of the system’s, PEM. */
  ca?: string;
}

/** Longest time of one try. */
const SEND_MS = minutes(2);
const MAX_REASON_CHARS = 300;

/** A connection for each mail: there are few of them, and none is left open that a server could have closed. */
export const createSmtpSender = (settings: SmtpSettings): MailSender => ({
  async send(mail, signal) {
    const watch = createHandOverWatch();
    const limit = AbortSignal.timeout(SEND_MS);
    const transport = createTransport({
      host: settings.host,
      port: settings.port,
      secure: settings.isTls,
      requireTLS: settings.requireTls && !settings.isTls,
      ...(settings.login && { auth: { user: settings.login.user, pass: settings.login.password } }),
      ...(settings.ca !== undefined && { tls: { ca: settings.ca } }),
      dnsTimeout: seconds(10),
      connectionTimeout: seconds(15),
      greetingTimeout: seconds(15),
      socketTimeout: seconds(30),
      logger: watch.logger,
      transactionLog: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({
        ...messageOf(mail, settings.from),
        signal: AbortSignal.any([signal, limit]),
      });
      return { kind: 'sent', reason: null, isOfServer: false };
    } catch (error) {
      // Whatever the server or the network does has a code.
      if ((error as SmtpError).code === undefined) throw error;
      return outcomeOf(error as SmtpError, watch.isHandedOver());
    } finally {
      transport.close();
    }
  },
});

const messageOf = (mail: OutgoingMail, from: SmtpSettings['from']) => ({
  // Copies: the library writes into what it is given.
  from: { ...from },
  to: { ...mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.messageId}>`,
  // Answering machines leave such mails alone.
  headers: { 'Auto-Submitted': 'auto-generated' },
  attachments: [
    {
      filename: 'interview.ics',
      contentType: 'text/calendar; charset=utf-8',
      content: mail.calendar,
    },
  ],
  // No name and version of a program.
  xMailer: false as const,
});

interface SmtpError extends Error {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

/** What is said about one mail rather than about us: its recipient, or its text. */
const ofThisMail = new Set(['RCPT TO', 'DATA']);

function outcomeOf(error: SmtpError, isHandedOver: boolean): MailOutcome {
  const { responseCode, command = '' } = error;
  const reason = reasonOf(error);
  if (responseCode === undefined) {
    return { kind: isHandedOver ? 'unknown' : 'later', reason, isOfServer: true };
  }
  const isOfServer = !ofThisMail.has(command);
  // 421: the server closes, whatever it was told.
  if (responseCode === 421) return { kind: 'later', reason, isOfServer: true };
  return { kind: responseCode >= 500 && !isOfServer ? 'refused' : 'later', reason, isOfServer };
}

function reasonOf({ response, message, code }: SmtpError): string {
  const text = (response ?? `${message}${code ? ` (${code})` : ''}`).replace(/\p{C}+/gu, ' ').trim();
  return [...text].slice(0, MAX_REASON_CHARS).join('');
}

/** Reads from the protocol whether the server has asked for the mail's text: what fails after that may have arrived. */
function createHandOverWatch() {
  let handedOver = false;
  const look = (entry: unknown, line: unknown) => {
    const { tnx } = entry as { tnx?: string };
    if (tnx === 'server' && /^354/.test(String(line))) handedOver = true;
  };
  const ignore = () => undefined;
  return {
    isHandedOver: () => handedOver,
    logger: {
      level: ignore,
      trace: ignore,
      debug: look,
      info: ignore,
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  };
}
