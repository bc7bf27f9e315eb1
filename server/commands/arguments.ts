import { InvalidArgumentError } from 'commander';
import { type AccentUse, accentUses } from '../domain/scoring/overall.ts';
import { ApiError } from '../errors.ts';
import { type ModulePermission, modulePermissions } from '../modules/identity/types.ts';

/** Parsers of command line values; the services check the limits. */

export function wholeNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

export function hoursNumber(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text)) throw new InvalidArgumentError('It must be a number of hours.');
  return Number(text);
}

/** Stays "never" here because commander turns a parsed null into ''. */
export function daysOrNever(text: string): number | 'never' {
  if (text === 'never') return text;
  if (!/^\d{1,6}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of days, or "never".');
  return Number(text);
}

/** The services' form: null never ends. */
export const nullForNever = (days: number | 'never'): number | null => (days === 'never' ? null : days);

export function permissionList(text: string): ModulePermission[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !(modulePermissions as readonly string[]).includes(name));
  if (unknown !== undefined || names.length === 0) {
    throw new InvalidArgumentError(`Give a comma-separated list of ${modulePermissions.join(', ')}.`);
  }
  return names as ModulePermission[];
}

export function onOrOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be "on" or "off".');
  return text === 'on';
}

export function accentUse(text: string): AccentUse {
  const found = accentUses.find((use) => use === text);
  if (!found) throw new InvalidArgumentError(`Give one of ${accentUses.join(', ')}.`);
  return found;
}

/** For options that may be given several times. */
export const collect = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** An id given as the argument or as the option, whichever the caller finds clearer. */
export function requireId(argument: string | undefined, option: string | undefined, usage: string): string {
  const id = argument ?? option;
  if (!id) throw new ApiError('INVALID_INPUT', `Say which one: ${usage}`);
  return id;
}
