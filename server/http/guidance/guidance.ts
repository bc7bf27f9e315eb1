/**
 * Whether the same request may succeed later. `no`: not without a change. `wait`: after the seconds of Retry-After, which each such
 * answer has. `told`: likewise, where it has them; else `no`. `again`: at once, with the same Idempotency-Key. `anew`: a run that failed stays so; a new submission may end better.
 */
export type Retry = 'no' | 'wait' | 'told' | 'again' | 'anew';

export interface Guidance {
  cause: string;
  fix: string;
  retry: Retry;
}
