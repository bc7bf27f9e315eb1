import { seconds } from '../../time.ts';
import type { LanguageModel } from './chat.ts';

/** Less than a health check may take. */
const timeoutMs = seconds(2);
const lookEveryMs = seconds(30);

/** `configured`: it answers, and does not tell more. */
export type Reach = 'healthy' | 'configured' | 'unhealthy' | 'unreachable';

/**
 * Whether the language model's service is there and takes the key, by `GET <baseUrl>/models`. None of our data is sent; asked often,
 * it looks twice a minute.
 */
export function createReach({ url, key }: LanguageModel): { check(): Promise<Reach> } {
  let last: { atMs: number; found: Promise<Reach> } | undefined;

  const look = async (): Promise<Reach> => {
    try {
      const response = await fetch(`${url.replace(/\/+$/, '')}/models`, {
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (response.ok) return 'healthy';
      // Not every service lists its models.
      return [404, 405, 501].includes(response.status) ? 'configured' : 'unhealthy';
    } catch {
      return 'unreachable';
    }
  };

  return {
    check() {
      const nowMs = performance.now();
      if (!last || nowMs - last.atMs >= lookEveryMs) last = { atMs: nowMs, found: look() };
      return last.found;
    },
  };
}
