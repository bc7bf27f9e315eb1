import { limits } from '#server/config/limits.ts';

/** One config for every way to be wrong, by what is wrong; the golden file says what each is told. */
export const faultyConfigs: Readonly<Record<string, unknown>> = {
  'not an object': 'strict please',
  'a list': [],
  'nothing in it': {},
  'requirements not an object': { requirements: 7 },
  'unknown fields': {
    requirements: { salary: 1, 'job title': 'x', skills: { hardSkills: [] }, workExperience: { min: 1 } },
  },
  'a field named like a trap': JSON.parse('{"requirements":{"__proto__":{"a":1},"constructor":2}}'),
  'importance 0': only({ workExperience: { from: 1, to: 2, importance: 0 } }),
  'importance 6': only({ skills: { hard_skills: [{ name: 'SQL', importance: 6 }] } }),
  'importance 2.5': only({ minimal_qualifications: [{ text: 'Holds a licence', importance: 2.5 }] }),
  'importance as text': only({ education: { is_enabled: true, importance: '3' } }),
  'importance null': only({ preferable_qualifications: [{ text: 'Has led a team', importance: null }] }),
  'experience upside down': only({ workExperience: { from: 5, to: 3 } }),
  'experience out of range': only({ workExperience: { from: -1, to: 61 } }),
  'experience as text': only({ workExperience: { from: '2 years' } }),
  'no industries': only({ relevant_industries: [], industries_config: [] }),
  'four industries': only({ relevant_industries: ['a', 'b', 'c', 'd'] }),
  'industries that do not match': only({
    relevant_industries: ['Banking', 'Retail'],
    industries_config: [{ name: 'Banking' }, { name: 'Insurance' }],
  }),
  'an industry without a config': only({
    relevant_industries: ['Banking', 'Retail'],
    industries_config: [{ name: 'Banking' }],
  }),
  'industries twice': only({
    relevant_industries: ['Banking', 'banking'],
    industries_config: [{ name: 'Banking' }, { name: 'BANKING' }],
  }),
  'six hard skills': only({ skills: { hard_skills: names(6) } }),
  'six soft skills': only({ skills: { soft_skills: names(6) } }),
  'eleven skills together': only({ skills: { hard_skills: names(6), soft_skills: names(5) } }),
  'a skill twice': only({ skills: { hard_skills: [{ name: 'SQL' }, { name: ' sql ' }] } }),
  'a skill without a name': only({ skills: { hard_skills: [{ importance: 3 }] } }),
  'a skill with an empty name': only({ skills: { soft_skills: [{ name: '  ' }] } }),
  'a skill with a long name': only({ skills: { hard_skills: [{ name: 'x'.repeat(201) }] } }),
  'a skill with a NUL': only({ skills: { hard_skills: [{ name: 'a\0b' }] } }),
  'a language among the skills': only({
    skills: { hard_skills: [{ name: 'English' }], soft_skills: [{ name: 'Fluent German' }] },
  }),
  'language with brackets': only({ skills: { language_skills_config: [{ name: 'German (C1)' }] } }),
  'language with square brackets': only({ skills: { language_skills_config: [{ name: 'German [C1]' }] } }),
  'two languages in one': only({ skills: { language_skills_config: [{ name: 'German/French' }] } }),
  'language with a level': only({ skills: { language_skills_config: [{ name: 'German C1' }] } }),
  'an unknown level': only({ skills: { language_skills_config: [{ name: 'German', level: 'C3' }] } }),
  'eleven languages': only({ skills: { language_skills_config: names(11) } }),
  'four minimal qualifications': only({ minimal_qualifications: texts(4) }),
  'four preferable qualifications': only({ preferable_qualifications: texts(4) }),
  'a long qualification': only({ minimal_qualifications: [{ text: 'x'.repeat(1001) }] }),
  'qualifications not a list': only({ minimal_qualifications: { text: 'x' } }),
  'an unknown study status': only({ education: { is_enabled: true, study_status: 'graduate' } }),
  'education switched off by text': only({ education: { is_enabled: 'false' } }),
  'eleven fields of study': only({ education: { fields: Array.from({ length: 11 }, (_, n) => `f${n}`) } }),
  'employment conditions as text': only({ employment_conditions: 'remote' }),
  'employment conditions too deep': only({ employment_conditions: { a: { b: { c: { d: {} } } } } }),
  'employment conditions too large': only({ employment_conditions: { note: 'x'.repeat(9000) } }),
  'many faults at once': only({
    workExperience: { from: 9, to: 1, importance: 9 },
    relevant_industries: [],
    skills: { hard_skills: names(6), soft_skills: [{ name: 'French', importance: 0 }] },
    education: { study_status: 'Neither' },
    minimal_qualifications: [{}],
  }),
};

function only(requirements: Record<string, unknown>) {
  return { requirements };
}

function names(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: `thing ${index}`, importance: 3 }));
}

function texts(count: number) {
  return Array.from({ length: count }, (_, index) => ({ text: `fact ${index}`, importance: 3 }));
}

export const longDescription = 'x'.repeat(limits.jobs.maxDescriptionChars + 1);
