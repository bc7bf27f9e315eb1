import { limits } from '../config/limits.ts';
import { ApiError } from '../errors.ts';

/** Submissions under way: from the first byte of a body that is read until its file has been looked at and the run exists. */
export interface UploadSlots {
  /**
   * @returns gives the place back
   * @throws ApiError RATE_LIMIT_EXCEEDED where the client has its share of them, SERVER_BUSY where there is no place at all
   */
  take(clientId: string): () => void;
}

/**
 * Counts in memory: of one process that answers requests. A client is all its keys and people together.
 *
 * @param sent what is being sent, as clients are told
 */
export function createUploadSlots(
  {
    total,
    perClient,
    retryAfterSeconds,
  }: {
    total: number;
    perClient: number;
    retryAfterSeconds: number;
  } = limits.uploads,
  sent = 'files',
): UploadSlots {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return {
    take(clientId) {
      const own = takenBy.get(clientId) ?? 0;
      if (own >= perClient) {
        throw new ApiError(
          'RATE_LIMIT_EXCEEDED',
          `This account is sending ${perClient} ${sent} already, as many as it may at once. Nothing of this request was stored: send it again once one of them has been answered.`,
          { retryAfterSeconds, details: { atOnce: perClient } },
        );
      }
      if (taken >= total) {
        throw new ApiError(
          'SERVER_BUSY',
          `This server is receiving ${taken} ${sent} from all accounts together, as many as it takes in at once. Nothing of this request was stored: send it again after ${retryAfterSeconds} seconds.`,
          { retryAfterSeconds },
        );
      }
      taken += 1;
      takenBy.set(clientId, own + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        taken -= 1;
        const left = takenBy.get(clientId)! - 1;
        if (left > 0) takenBy.set(clientId, left);
        else takenBy.delete(clientId);
      };
    },
  };
}
