import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weightsOf } from '#server/domain/matching/weights.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { changesBetween, diffLines } from '#server/web/console/pages/jobs/config-diff.ts';
import {
  draftOf,
  emptyDraft,
  faultAt,
  isStillEmpty,
  parseConditions,
  sentOf,
} from '#server/web/console/pages/jobs/editor/draft.ts';
import { labelOf } from '#server/web/console/pages/jobs/editor/fault-labels.ts';
import { configWith, matchOf } from '#test/support/written-cv.ts';

const full = configWith({
  workExperience: { from: 2, to: 8, importance: 4 },
  industries_config: [{ name: 'Retail', importance: 2 }],
  skills: {
    hard_skills: [{ name: 'Excel', importance: 5 }],
    soft_skills: [{ name: 'Patience' }],
    language_skills_config: [{ name: 'German', level: 'B2' }],
  },
  education: { is_enabled: true, degree: 'Bachelor', fields: ['Accounting'] },
  minimal_qualifications: [{ text: 'Has kept books' }],
  preferable_qualifications: [{ text: 'Has led a team', importance: 1 }],
  employment_conditions: { location: 'Leeds', shifts: [1, 2] },
});
const job = { positionId: 'p', description: 'Accountant', config: full };

test('a job that is opened and saved untouched is sent as it was', () => {
  assert.deepEqual(sentOf(draftOf(job)), job);
});

test('a row that was just added, and an empty description, are not wrong before saving', () => {
  const draft = { ...draftOf(job), description: ' ' };
  draft.requirements = {
    ...draft.requirements,
    industries_config: [{ name: '', importance: 3 }],
    minimal_qualifications: [
      { text: 'Has kept books', importance: 3 },
      { text: '', importance: 3 },
    ],
  };
  const faults = createFaults();
  readConfig(sentOf(draft).config, 'config', faults);
  const paths = Object.keys(faults.fields());
  assert.ok(paths.length >= 2, paths.join());
  for (const path of [...paths, 'description']) assert.ok(isStillEmpty(draft, path), path);
  const at = 'config.requirements';
  for (const path of [
    `${at}.minimal_qualifications[0].text`,
    `${at}.skills.hard_skills[0].name`,
    `${at}.skills.hard_skills[7].name`,
    `${at}.workExperience.from`,
    `${at}.skills.hard_skills`,
    'positionId',
  ]) {
    assert.equal(isStillEmpty(draft, path), false, path);
  }
});

test('an empty draft is refused for its description alone', () => {
  const sent = sentOf(emptyDraft());
  assert.equal(sent.positionId, null);
  const faults = createFaults();
  assert.ok(readConfig(sent.config, 'config', faults), JSON.stringify(faults.fields()));
});

test('a fault in the hidden list of industries is shown with the one that is edited', () => {
  const faults = { 'config.requirements.relevant_industries[1]': 'Is listed twice.' };
  assert.equal(faultAt(faults, 'config.requirements.industries_config[1].name'), 'Is listed twice.');
  assert.equal(faultAt(faults, 'config.requirements.industries_config[0].name'), undefined);
});

for (const [text, expected] of [
  ['', { value: {} }],
  ['{"a": 1}', { value: { a: 1 } }],
  ['[1]', { fault: 'notObject' }],
  ['null', { fault: 'notObject' }],
  ['{', { fault: 'notJson' }],
] as const) {
  test(`employment conditions ${JSON.stringify(text)} are read`, () => {
    assert.deepEqual(parseConditions(text), expected);
  });
}

for (const [path, label] of [
  ['description', 'Job description'],
  ['config.requirements.skills.hard_skills[1].name', 'Hard skill 2'],
  ['config.requirements.workExperience.from', 'Experience'],
  ['config.requirements.skills', 'Skills'],
  ['config["a b"]', 'config["a b"]'],
] as const) {
  test(`the form names ${path} "${label}"`, () => {
    assert.equal(labelOf(path), label);
  });
}

test('shares follow importance, for exactly what a match is scored by', () => {
  const weights = weightsOf(full);
  const scored = matchOf('Jane\nAccountant', full.requirements as unknown as Record<string, unknown>);
  assert.deepEqual(
    weights.map(({ kind, importance }) => [kind, importance]),
    scored.requirements.map(({ kind, importance }) => [kind, importance]),
  );
  assert.ok(Math.abs(weights.reduce((sum, { share }) => sum + share, 0) - 1) < 1e-9);
});

test('changes between two versions name what was added, removed and changed, and nothing else', () => {
  const after = configWith({
    workExperience: { from: 2, to: 8, importance: 4 },
    industries_config: [{ name: 'Retail', importance: 2 }],
    skills: {
      hard_skills: [{ name: 'Excel', importance: 3 }],
      soft_skills: [{ name: 'Courage' }],
      language_skills_config: [{ name: 'German', level: 'C1' }],
    },
    education: { is_enabled: true, degree: 'Bachelor', fields: ['Accounting'] },
    minimal_qualifications: [{ text: 'Has kept books' }],
    preferable_qualifications: [{ text: 'Has led a team', importance: 1 }],
    employment_conditions: { location: 'York', shifts: [1, 2] },
  });
  assert.deepEqual(changesBetween(job, { ...job, positionId: null, config: after }), [
    { what: 'hard_skill', name: 'Excel', before: 'importance 5', after: 'importance 3' },
    { what: 'soft_skill', name: 'Courage', before: null, after: 'importance 3' },
    { what: 'language', name: 'German', before: 'B2, importance 3', after: 'C1, importance 3' },
    { what: 'employment_conditions', name: 'location', before: 'Leeds', after: 'York' },
    { what: 'position_id', name: '', before: 'p', after: null },
    { what: 'soft_skill', name: 'Patience', before: 'importance 3', after: null },
  ]);
  assert.deepEqual(changesBetween(job, job), []);
});

test('lines of a description are told apart as added, removed and kept', () => {
  assert.deepEqual(diffLines('a\nb\nc', 'a\nx\nc\nd'), [
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: 'c' },
    { kind: 'added', text: 'd' },
  ]);
});
