import { limits } from '../../config/limits.ts';
import { isObject } from '../json.ts';
import { entry, type Faults, member } from './faults.ts';
import { isLanguage, namesLevel } from './languages.ts';
import type { NamedRequirement, Requirements } from './types.ts';

const bounds = limits.requirements;

/** Requirements of which every part may still be missing, because it was at fault. */
type Loose<T> = T extends readonly (infer One)[]
  ? (Loose<One> | undefined)[]
  : T extends object
    ? { [Key in keyof T]?: Loose<T[Key]> | undefined }
    : T;

/** The rules between the fields of `requirements`, each judged as far as the fields it compares could be read. */
export function checkRules(requirements: Loose<Requirements>, path: string, faults: Faults): void {
  const at = (...names: string[]) => names.reduce(member, path);
  const { workExperience, skills } = requirements;

  const { from, to } = workExperience ?? {};
  if (from !== undefined && to !== undefined && from > to) {
    faults.add(at('workExperience', 'from'), `Must not be above workExperience.to; ${from} is above ${to}.`);
  }
  checkIndustries(requirements, at, faults);

  const { hard_skills = [], soft_skills = [], language_skills_config = [] } = skills ?? {};
  if (hard_skills.length + soft_skills.length > bounds.skillsTogether) {
    faults.add(
      at('skills'),
      `hard_skills and soft_skills must have at most ${bounds.skillsTogether} entries together.`,
    );
  }
  for (const [kind, skillsOfKind] of Object.entries({ hard_skills, soft_skills })) {
    checkRepeats(skillsOfKind, at('skills', kind), faults);
    for (const [index, skill] of skillsOfKind.entries()) {
      if (skill?.name === undefined || !isLanguage(skill.name)) continue;
      const where = member(entry(at('skills', kind), index), 'name');
      faults.add(where, 'Is a language; languages belong in skills.language_skills_config.');
    }
  }
  const languages = at('skills', 'language_skills_config');
  checkRepeats(language_skills_config, languages, faults);
  for (const [index, language] of language_skills_config.entries()) {
    if (language?.name === undefined) continue;
    const where = member(entry(languages, index), 'name');
    if (/[()[\]/]/.test(language.name)) {
      faults.add(where, 'Must be a plain name, without (), [] or /.');
    } else if (namesLevel(language.name)) {
      faults.add(where, 'Must be a plain name; how well it is spoken belongs in "level".');
    }
  }
  checkConditions(requirements.employment_conditions, at('employment_conditions'), faults);
}

const same = (name: string): string => name.toLowerCase();

function checkRepeats(
  list: readonly (Loose<NamedRequirement> | undefined)[],
  path: string,
  faults: Faults,
): void {
  const seen = new Set<string>();
  for (const [index, one] of list.entries()) {
    if (one?.name === undefined) continue;
    if (seen.has(same(one.name))) faults.add(member(entry(path, index), 'name'), 'Is listed twice.');
    seen.add(same(one.name));
  }
}

/** `relevant_industries` and `industries_config` name the same industries, each once. */
function checkIndustries(
  { relevant_industries: names, industries_config: config }: Loose<Requirements>,
  at: (...names: string[]) => string,
  faults: Faults,
): void {
  const path = at('industries_config');
  const seen = new Set<string>();
  for (const [index, name] of (names ?? []).entries()) {
    if (name === undefined) continue;
    if (seen.has(same(name))) faults.add(entry(at('relevant_industries'), index), 'Is listed twice.');
    seen.add(same(name));
  }
  if (config) checkRepeats(config, path, faults);
  if (!names || !config || names.includes(undefined) || config.some((one) => one?.name === undefined)) return;
  const listed = new Set(names.map((name) => same(name!)));
  const configured = new Set(config.map((one) => same(one!.name!)));
  for (const [index, one] of config.entries()) {
    if (listed.has(same(one!.name!))) continue;
    faults.add(member(entry(path, index), 'name'), 'Is not one of relevant_industries.');
  }
  for (const [index, name] of names.entries()) {
    if (configured.has(same(name!))) continue;
    faults.add(entry(at('relevant_industries'), index), 'Has no entry in industries_config.');
  }
}

/** Kept as given, so only bounded: how deep and how large. */
function checkConditions(conditions: unknown, path: string, faults: Faults): void {
  if (!isObject(conditions)) return;
  const { maxDepth, maxTotalBytes } = bounds.employmentConditions;
  if (depthOf(conditions, maxDepth) > maxDepth) {
    faults.add(path, `Must not be nested deeper than ${maxDepth} levels.`);
  } else if (new TextEncoder().encode(JSON.stringify(conditions)).length > maxTotalBytes) {
    faults.add(path, `Must not be larger than ${maxTotalBytes / 1024} KB.`);
  }
}

/** Levels of objects and lists; looks no further than one beyond `atMost`. */
function depthOf(value: unknown, atMost: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (atMost < 0) return 1;
  return 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, atMost - 1)));
}
