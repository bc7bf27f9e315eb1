import { limits } from '../../config/limits.ts';
import type { Faults } from './faults.ts';
import { readShape } from './read-shape.ts';
import { checkRules } from './rules.ts';
import { configShape, jobDescriptionShape } from './schema.ts';
import type { Importance, RequirementsConfig } from './types.ts';

/**
 * Reads a requirements config, the same for jobs, matches and searches: every fault is reported at once under its
 * path, and what was omitted is filled in. What it gives, read again, is the same.
 *
 * @param path where the config stands in what the client sent, e.g. "config"
 * @returns undefined when anything was at fault
 */
export function readConfig(value: unknown, path: string, faults: Faults): RequirementsConfig | undefined {
  const before = faults.count;
  const read = readShape(configShape, value, path, faults) as RequirementsConfig | undefined;
  if (read?.requirements) checkRules(read.requirements, `${path}.requirements`, faults);
  return faults.count === before ? completeIndustries(read!) : undefined;
}

/** Whichever of the two lists of industries is omitted follows from the other. */
function completeIndustries(config: RequirementsConfig): RequirementsConfig {
  const { requirements } = config;
  const { relevant_industries: names, industries_config: configured } = requirements;
  const importance = limits.requirements.importance.default as Importance;
  if (names && !configured) requirements.industries_config = names.map((name) => ({ name, importance }));
  if (!names && configured) requirements.relevant_industries = configured.map(({ name }) => name);
  return config;
}

export const readJobDescription = (value: unknown, path: string, faults: Faults): string | undefined =>
  readShape(jobDescriptionShape, value, path, faults) as string | undefined;

/** The customer's name for a job: 1–28 letters, digits, dots, underscores and hyphens. */
export const positionIdPattern = /^[A-Za-z0-9._-]{1,28}$/;

export function readPositionId(value: unknown, path: string, faults: Faults): string | undefined {
  if (typeof value === 'string' && positionIdPattern.test(value)) return value;
  faults.add(path, 'Must be 1 to 28 letters, digits, dots, underscores or hyphens.');
  return undefined;
}
