import { limits } from '../../config/limits.ts';
import { type AccentUse, accentUses } from '../../domain/scoring/overall.ts';
import { ApiError } from '../../errors.ts';
import { days } from '../../time.ts';
import { normaliseCidr } from './ip-allow-list.ts';
import { type ModulePermission, modulePermissions } from './types.ts';

const { maxNameChars, maxAllowedIps, maxRequestsPerMinute, maxRunsAtOnce } = limits.identity;

/** ApiError INVALID_INPUT that a form can show beside its field. */
export function refusal(field: string, message: string): ApiError {
  return new ApiError('INVALID_INPUT', message, { details: { fields: { [field]: message } } });
}

export function notFound(kind: 'client' | 'project' | 'key', id: string): never {
  throw new ApiError('NOT_FOUND', `There is no ${kind} "${id}".`);
}

export function requireName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.length < 1 || trimmed.length > maxNameChars || /\p{Cc}/u.test(trimmed)) {
    throw refusal('name', `A name needs 1 to ${maxNameChars} characters, none of them control characters.`);
  }
  return trimmed;
}

export function requireWhole(field: string, what: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw refusal(field, `The number of ${what} must be a whole number from ${min} to ${max}.`);
}

export const requireRunsAtOnce = (count: number): number =>
  requireWhole('maxConcurrentRuns', 'simultaneous runs', count, 1, maxRunsAtOnce);

export const requireRate = (count: number): number =>
  requireWhole('rateLimitPerMinute', 'requests per minute', count, 1, maxRequestsPerMinute);

export function requireKeyDays(field: string, count: number): number {
  const { min, max } = limits.apiKey.expiryDays;
  return requireWhole(field, 'days', count, min, max);
}

export const expiryMs = (count: number): number => days(requireKeyDays('expiresInDays', count));

export function uniquePermissions(permissions: readonly ModulePermission[]): ModulePermission[] {
  const unknown = permissions.find((permission) => !modulePermissions.includes(permission));
  if (unknown !== undefined) {
    throw refusal(
      'permissions',
      `"${unknown}" is not a permission; choose from ${modulePermissions.join(', ')}.`,
    );
  }
  if (permissions.length === 0) {
    throw refusal('permissions', `Give at least one permission of ${modulePermissions.join(', ')}.`);
  }
  return modulePermissions.filter((permission) => permissions.includes(permission));
}

export function requireAccentUse(use: AccentUse): AccentUse {
  if (accentUses.includes(use)) return use;
  throw refusal('accentUse', `"${use}" is none of ${accentUses.join(', ')}.`);
}

export function normaliseAllowList(entries: readonly string[]): string[] {
  if (entries.length > maxAllowedIps) {
    throw refusal('allowedIps', `A key can have at most ${maxAllowedIps} allowed addresses.`);
  }
  try {
    return [...new Set(entries.map(normaliseCidr))];
  } catch (error) {
    throw error instanceof ApiError ? refusal('allowedIps', error.message) : error;
  }
}
