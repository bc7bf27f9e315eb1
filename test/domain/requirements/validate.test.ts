import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { asksForExperience } from '#server/domain/requirements/types.ts';
import { readConfig, readJobDescription, readPositionId } from '#server/domain/requirements/validate.ts';
import { faultyConfigs, longDescription } from './faulty-configs.ts';

/** Every message, as a client reads it. Written by `node test/domain/requirements/write-messages.ts`, then read by people. */
const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'messages.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;

for (const [title, config] of Object.entries(faultyConfigs)) {
  test(`says what is wrong with a config: ${title}`, () => {
    const faults = createFaults();
    assert.equal(readConfig(config, 'config', faults), undefined);
    assert.deepEqual(JSON.parse(JSON.stringify(faults.fields())), golden[title]);
  });
}

test('has a message in the golden file for every faulty config and no other', () => {
  assert.deepEqual(Object.keys(golden), Object.keys(faultyConfigs));
});

test('fills in and shows what is omitted', () => {
  const faults = createFaults();
  const config = readConfig(
    { requirements: { skills: { hard_skills: [{ name: ' SQL ' }] } } },
    'config',
    faults,
  );
  assert.deepEqual(faults.fields(), {});
  assert.deepEqual(config, {
    requirements: {
      workExperience: { from: 0, to: 60, importance: 3 },
      relevant_industries: null,
      industries_config: null,
      skills: { hard_skills: [{ name: 'SQL', importance: 3 }], soft_skills: [], language_skills_config: [] },
      education: { is_enabled: false, degree: null, fields: [], study_status: 'Both', importance: 3 },
      minimal_qualifications: [],
      preferable_qualifications: [],
      employment_conditions: {},
    },
  });
  assert.equal(asksForExperience(config!.requirements.workExperience), false);
});

test('either list of industries follows from the other', () => {
  const read = (requirements: object) => {
    const faults = createFaults();
    const config = readConfig({ requirements }, 'config', faults);
    assert.deepEqual(faults.fields(), {});
    const { relevant_industries, industries_config } = config!.requirements;
    return { relevant_industries, industries_config };
  };
  const both = { relevant_industries: ['Banking'], industries_config: [{ name: 'Banking', importance: 3 }] };
  assert.deepEqual(read({ relevant_industries: ['Banking'] }), both);
  assert.deepEqual(read({ industries_config: [{ name: 'Banking' }] }), both);
  assert.deepEqual(read(both), both);
});

test('a language level may be written in any case and is kept in one', () => {
  const config = readConfig(
    { requirements: { skills: { language_skills_config: [{ name: 'German', level: ' fluent' }] } } },
    'config',
    createFaults(),
  );
  assert.equal(config!.requirements.skills.language_skills_config[0]!.level, 'Fluent');
});

test('refuses an empty, a missing and an endless job description', () => {
  const told = (value: unknown) => {
    const faults = createFaults();
    readJobDescription(value, 'job_description', faults);
    return faults.fields().job_description;
  };
  assert.equal(told('A job.'), undefined);
  assert.equal(told(' \n'), 'Must not be empty.');
  assert.equal(told(12), 'Must be text.');
  assert.equal(told(longDescription), 'Must have at most 20000 characters; it has 20001.');
});

test('a position id has 1 to 28 of its characters', () => {
  const isFine = (value: unknown) => {
    const faults = createFaults();
    return readPositionId(value, 'position_id', faults) === value && faults.count === 0;
  };
  for (const fine of ['a', 'A.b_c-9', 'x'.repeat(28)]) assert.ok(isFine(fine), fine);
  for (const bad of ['', 'x'.repeat(29), 'a b', 'a/b', 'ä', 'a\n', 7, null])
    assert.ok(!isFine(bad), String(bad));
});
