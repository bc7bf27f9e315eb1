import type { Db } from '../../db/db.ts';

export interface IdempotentRequest {
  clientId: string;
  /** The Idempotency-Key; undefined serves the request as it is. */
  key: string | undefined;
  /** Hash of method, path, query and body. */
  fingerprint: string;
  /** Id of what the request is about to create. */
  resourceId: string;
}

export interface Answer<Body> {
  status: number;
  body: Body;
}

/** What a request that has the key may know and do while it is served. */
export interface HeldKey {
  /** Id of what an attempt that was cut off by a crash was about to create, to look whether it did. */
  unfinishedResourceId: string | undefined;
  /**
   * To be called inside the transaction that creates something. ApiError IDEMPOTENCY_CONFLICT when another request has taken
   * the key over, because this one was thought dead: of the two only one creates.
   */
  hold(trx: Db): Promise<void>;
}

export interface IdempotencyService {
  /** Whether a request with this key was answered within 24 hours, or is being served. */
  isKnown(request: { clientId: string; key: string }): Promise<boolean>;
  /**
   * Serves a request once per key: the same key with the same fingerprint gets the first answer again for
   * 24 hours, with another fingerprint ApiError IDEMPOTENCY_CONFLICT. A second request that comes while the
   * first is being served waits for its answer. Only answers that created something are remembered: a refusal
   * (thrown) frees the key, because repeating it does no harm and may succeed after a top-up.
   *
   * The key stays reserved for as long as `serve` takes. If it could not be kept, e.g. because the process was stopped for
   * minutes, `HeldKey.hold` finds out.
   */
  once<Body>(
    request: IdempotentRequest,
    serve: (held: HeldKey) => Promise<Answer<Body>>,
  ): Promise<Answer<Body> & { replayed: boolean }>;
}
