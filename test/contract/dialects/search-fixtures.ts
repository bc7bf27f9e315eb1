import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';

export const jobFor = (skill: string, description = '') => ({
  description,
  config: readConfig(
    { requirements: { skills: { hard_skills: [{ name: skill, importance: 5 }] } } },
    'config',
    createFaults(),
  )!,
});

export const knowing = (external_id: string, ...skills: string[]) => ({ external_id, skills });

export const by = { id: 'user-1', name: 'Ada Admin', email: 'ada@example.com' };
export const never = new AbortController().signal;
