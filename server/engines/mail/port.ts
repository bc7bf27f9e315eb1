/** A mail to one person. */
export interface OutgoingMail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** An iCalendar file. */
  calendar: string;
  /** The same in each try, so that mailboxes can tell a repetition: "id@host". */
  messageId: string;
}

/**
 * Result of a try. `refused`: the mail server rejected this mail for good. `later`: it may work another time. `unknown`: the
 * connection was lost after the mail had been handed over and before the server had said that it has it.
 */
export interface MailOutcome {
  kind: 'sent' | 'refused' | 'later' | 'unknown';
  /** What the server said, or what failed, on one line; it may quote the address. Null for `sent`. */
  reason: string | null;
  /** No other mail would fare better now: the server cannot be reached, or wants something else of us. */
  isOfServer: boolean;
}

/** Sends by the customer's own mail server. */
export interface MailSender {
  /** One try within a fixed time. Rejects for faults of ours alone. @param signal cuts it off */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome>;
}
