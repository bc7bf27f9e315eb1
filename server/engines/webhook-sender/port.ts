/** Why a try got no answer. `refused_address`: the host is, or leads to, an address that webhooks may not go to. */
export type SendFailure = 'timeout' | 'dns' | 'refused_address' | 'tls' | 'connection';

/** What came of one POST: an answer (`statusCode`) or a failure with its reason, never both. */
export interface SendResult {
  statusCode: number | null;
  failure: SendFailure | null;
  /** One sentence about the failure. */
  error: string | null;
  remoteAddress: string | null;
  /** Beginning of the answer's body, control characters removed; null when it is empty. */
  answerExcerpt: string | null;
  /** The answer's Retry-After header as sent. */
  retryAfter: string | null;
  durationMs: number;
}

/** Sends to addresses that strangers chose, and only to those it is safe to send to. */
export interface WebhookSender {
  /** Judges a URL of a client without the network: the one form to keep and send to, or what it must be, as "Must …". */
  checkUrl(url: string, clientId: string): { url: string } | { fault: string };
  /**
   * One POST within a fixed time; follows no redirect. The host is resolved once, every address it has is judged, and
   * the connection goes to those addresses and no others. Rejects only when `signal` aborts.
   */
  send(request: {
    /** Whose webhook it is: where it may go can differ. */
    clientId: string;
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
    signal: AbortSignal;
  }): Promise<SendResult>;
}
