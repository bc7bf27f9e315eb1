import type { RequirementKind } from '../../../../domain/matching/types.ts';
import { asksForExperience } from '../../../../domain/requirements/types.ts';
import type { JobVersionView } from '../../../../modules/console/jobs/contract.ts';
import { jobTexts } from '../../texts/jobs.ts';

const words = jobTexts.facts;

type Content = Pick<JobVersionView, 'positionId' | 'description' | 'config'>;
type What = RequirementKind | 'position_id' | 'employment_conditions';

/** One thing that differs between two states of a job. */
export interface JobChange {
  what: What;
  /** Which of its kind; empty where there is one only. */
  name: string;
  /** Null where it did not exist. */
  before: string | null;
  after: string | null;
}

/** What was added, removed and changed between two states of a job, in the order of the form; without the description. */
export function changesBetween(before: Content, after: Content): JobChange[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const keys = [...new Set([...now.keys(), ...old.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was?.value === is?.value) return [];
    const { what, name } = (is ?? was)!;
    return [{ what, name, before: was?.value ?? null, after: is?.value ?? null }];
  });
}

interface Fact {
  what: What;
  name: string;
  value: string;
}

function factsOf({ positionId, config: { requirements: asked } }: Content): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  const add = (what: What, name: string, value: string) =>
    facts.set(`${what}:${name.toLowerCase()}`, { what, name, value });
  const { importance } = words;
  if (positionId !== null) add('position_id', '', positionId);
  for (const one of asked.minimal_qualifications) {
    add('minimal_qualification', one.text, importance(one.importance));
  }
  const { from, to, importance: weight } = asked.workExperience;
  if (asksForExperience(asked.workExperience)) {
    add('work_experience', '', `${words.years(from, to)}, ${importance(weight)}`);
  }
  for (const one of asked.industries_config ?? []) add('industry', one.name, importance(one.importance));
  for (const one of asked.skills.hard_skills) add('hard_skill', one.name, importance(one.importance));
  for (const one of asked.skills.soft_skills) add('soft_skill', one.name, importance(one.importance));
  for (const one of asked.skills.language_skills_config) {
    add('language', one.name, `${one.level ?? words.anyLevel}, ${importance(one.importance)}`);
  }
  const { education } = asked;
  if (education.is_enabled) {
    const fields = education.fields.length > 0 ? words.fields(education.fields) : '';
    const degree = education.degree ?? words.anyDegree;
    add(
      'education',
      '',
      `${degree}${fields}, ${words.studyStatus[education.study_status]}, ${importance(education.importance)}`,
    );
  }
  for (const one of asked.preferable_qualifications) {
    add('preferable_qualification', one.text, importance(one.importance));
  }
  for (const [name, value] of Object.entries(asked.employment_conditions)) {
    add('employment_conditions', name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return facts;
}

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Lines of two texts side by side, by their longest common subsequence. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  // longest[i][j]: of what begins at line i of the old and line j of the new text.
  const longest = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      longest[i]![j] =
        old[i] === now[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i]! });
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && longest[i + 1]![j]! >= longest[i]![j + 1]!)) {
      lines.push({ kind: 'removed', text: old[i++]! });
    } else {
      lines.push({ kind: 'added', text: now[j++]! });
    }
  }
  return lines;
}
