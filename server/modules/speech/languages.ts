import { limits } from '../../config/limits.ts';
import { languageName } from '../../domain/transcript/language.ts';
import { ApiError } from '../../errors.ts';
import type { Clock } from '../../time.ts';
import type { RunQueue } from '../runs/types.ts';
import type { HeardLanguages } from './types.ts';

/**
 * What can be recognised at the moment; null while no living worker has told: then a submission waits for the worker, and only that
 * knows.
 */
export function createHeardLanguages({
  workers,
  clock,
}: {
  workers: RunQueue['workers'];
  clock: Clock;
}): () => Promise<HeardLanguages | null> {
  return async () => {
    const since = clock.now() - limits.lease.leaseMs;
    const living = (await workers()).filter(
      ({ readyAt, heartbeatAt }) => readyAt !== null && Date.parse(heartbeatAt) >= since,
    );
    const told = living.map(({ capabilities }) => capabilities.languages as string[] | undefined);
    if (told.length === 0 || told.includes(undefined)) return null;
    const heard = new Set(told.flat());
    return {
      available: limits.languages.filter((code) => heard.has(code)),
      notAvailable: limits.languages.filter((code) => !heard.has(code)),
    };
  };
}

/** @throws ApiError LANGUAGE_NOT_AVAILABLE */
export function assertAvailable(language: string, heard: HeardLanguages | null): void {
  if (!heard?.notAvailable.includes(language)) return;
  const { available } = heard;
  throw new ApiError(
    'LANGUAGE_NOT_AVAILABLE',
    `This installation has no recogniser for ${languageName(language)} ("${language}") at present; it has ` +
      `${available.length === 0 ? 'none at all' : `those for ${available.join(', ')}`}. Ask whoever runs it to install one.`,
    { details: { language, available } },
  );
}
