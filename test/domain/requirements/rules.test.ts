import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { languageLevels, studyStatuses } from '#server/domain/requirements/types.ts';
import { readConfig, readPositionId } from '#server/domain/requirements/validate.ts';

/** Properties of the specification's config rules 1–11, over configs made at random. */

const settings = { numRuns: 200, seed: 5 };

const importance = fc.integer({ min: 1, max: 5 });
const word = fc.stringMatching(/^[b-df-hj-np-tv-z]{3,12}$/);
const named = (name: fc.Arbitrary<string> = word) => fc.record({ name, importance });
const distinct = (maxLength: number, minLength = 0) =>
  fc.uniqueArray(named(), { selector: ({ name }) => name, minLength, maxLength });
const worded = fc.record({
  text: fc.string({ minLength: 1 }).map((text) => `x${text.replaceAll('\0', '')}`),
  importance,
});

const requirements = fc.record(
  {
    workExperience: fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }), importance)
      .map(([a, b, importance]) => ({ from: Math.min(a, b), to: Math.max(a, b), importance })),
    industries: distinct(3, 1),
    skills: fc.record(
      {
        hard_skills: distinct(5),
        soft_skills: distinct(5),
        language_skills_config: fc.uniqueArray(
          fc.record({
            name: fc.constantFrom('German', 'French', 'Polish'),
            importance,
            level: fc.constantFrom(...languageLevels, null),
          }),
          { selector: ({ name }) => name },
        ),
      },
      { requiredKeys: [] },
    ),
    education: fc.record(
      {
        is_enabled: fc.boolean(),
        degree: word,
        fields: fc.array(word, { maxLength: 10 }),
        study_status: fc.constantFrom(...studyStatuses),
        importance,
      },
      { requiredKeys: [] },
    ),
    minimal_qualifications: fc.array(worded, { maxLength: 3 }),
    preferable_qualifications: fc.array(worded, { maxLength: 3 }),
    employment_conditions: fc.record({ contract: word, onsite: fc.boolean(), location: word }),
  },
  { requiredKeys: [] },
);

const validConfig = requirements.map(({ industries, ...rest }) => ({
  requirements: {
    ...rest,
    ...(industries && {
      relevant_industries: industries.map(({ name }) => name),
      industries_config: industries,
    }),
  },
}));

type Config = { requirements: Record<string, unknown> };

const read = (config: unknown) => {
  const faults = createFaults();
  return { config: readConfig(config, 'config', faults), fields: faults.fields() };
};

/** A valid config with one thing changed must be refused at `path` and nowhere else. */
function refuses<Change>(
  change: fc.Arbitrary<Change>,
  spoil: (config: Config, change: Change) => string,
): void {
  fc.assert(
    fc.property(validConfig, change, (config, what) => {
      const spoilt = structuredClone(config) as Config;
      const path = spoil(spoilt, what);
      const { config: taken, fields } = read(spoilt);
      assert.equal(taken, undefined);
      assert.deepEqual(Object.keys(fields), [`config.requirements.${path}`]);
    }),
    settings,
  );
}

test('takes every valid config, and reading what it gave changes nothing', () => {
  fc.assert(
    fc.property(validConfig, (config) => {
      const { config: taken, fields } = read(config);
      assert.deepEqual(fields, {});
      assert.deepEqual(read(taken), { config: taken, fields: {} });
    }),
    settings,
  );
});

test('never throws and never half-takes whatever JSON comes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (any, inner) => {
      for (const config of [
        any,
        { requirements: any },
        { requirements: { skills: any, education: inner } },
      ]) {
        const { config: taken, fields } = read(config);
        assert.equal(taken === undefined, Object.keys(fields).length > 0);
      }
    }),
    settings,
  );
});

const notAnImportance = fc.oneof(
  fc.integer({ max: 0 }),
  fc.integer({ min: 6 }),
  fc.double({ noInteger: true, noNaN: true }),
  fc.constantFrom('3', null, true, [3]),
);

for (const [where, make] of [
  ['workExperience.importance', (importance: unknown) => ({ workExperience: { importance } })],
  [
    'industries_config[0].importance',
    (importance: unknown) => ({
      relevant_industries: ['mining'],
      industries_config: [{ name: 'mining', importance }],
    }),
  ],
  [
    'skills.hard_skills[0].importance',
    (importance: unknown) => ({ skills: { hard_skills: [{ name: 'x', importance }] } }),
  ],
  [
    'skills.soft_skills[0].importance',
    (importance: unknown) => ({ skills: { soft_skills: [{ name: 'x', importance }] } }),
  ],
  [
    'skills.language_skills_config[0].importance',
    (importance: unknown) => ({ skills: { language_skills_config: [{ name: 'German', importance }] } }),
  ],
  ['education.importance', (importance: unknown) => ({ education: { importance } })],
  [
    'minimal_qualifications[0].importance',
    (importance: unknown) => ({ minimal_qualifications: [{ text: 'x', importance }] }),
  ],
  [
    'preferable_qualifications[0].importance',
    (importance: unknown) => ({ preferable_qualifications: [{ text: 'x', importance }] }),
  ],
] as const) {
  test(`rule 1: ${where} is an integer from 1 to 5`, () => {
    refuses(notAnImportance, ({ requirements }, importance) => {
      Object.assign(requirements, make(importance));
      return where;
    });
  });
}

test('rule 2: experience never ends before it begins', () => {
  refuses(
    fc.tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 59 })),
    ({ requirements }, [from, less]) => {
      requirements.workExperience = { from, to: less % from };
      return 'workExperience.from';
    },
  );
});

test('rule 3: 1 to 3 industries', () => {
  const wrongCount = fc.oneof(fc.constant([]), fc.uniqueArray(word, { minLength: 4, maxLength: 8 }));
  refuses(wrongCount, ({ requirements }, industries) => {
    requirements.relevant_industries = industries;
    delete requirements.industries_config;
    return 'relevant_industries';
  });
});

test('rule 3: industries and their config are one-to-one', () => {
  const some = fc.uniqueArray(word, { minLength: 2, maxLength: 3 });
  refuses(some, ({ requirements }, industries) => {
    requirements.relevant_industries = industries;
    requirements.industries_config = industries.slice(1).map((name) => ({ name, importance: 3 }));
    return 'relevant_industries[0]';
  });
  refuses(some, ({ requirements }, industries) => {
    requirements.relevant_industries = industries.slice(1);
    requirements.industries_config = industries.map((name) => ({ name, importance: 3 }));
    return 'industries_config[0].name';
  });
});

for (const kind of ['hard_skills', 'soft_skills'] as const) {
  test(`rule 4: at most 5 ${kind}`, () => {
    refuses(distinct(9, 6), ({ requirements }, skills) => {
      requirements.skills = { [kind]: skills };
      return `skills.${kind}`;
    });
  });
}

for (const kind of ['minimal_qualifications', 'preferable_qualifications'] as const) {
  test(`rule 5: at most 3 ${kind}`, () => {
    refuses(fc.array(worded, { minLength: 4, maxLength: 9 }), ({ requirements }, qualifications) => {
      requirements[kind] = qualifications;
      return kind;
    });
  });
}

test('rule 6: no other study status', () => {
  const other = fc.jsonValue().filter((value) => !(studyStatuses as readonly unknown[]).includes(value));
  refuses(other, ({ requirements }, study_status) => {
    requirements.education = { study_status };
    return 'education.study_status';
  });
});

test('rule 7: language names are plain', () => {
  const spoilt = fc
    .tuple(
      fc.constantFrom('German', 'French', 'Klingon'),
      fc.constantFrom('(', ')', '[', ']', '/', ' C1', ' fluent', ' - native'),
    )
    .map((parts) => parts.join(''));
  refuses(spoilt, ({ requirements }, name) => {
    requirements.skills = { language_skills_config: [{ name, importance: 3 }] };
    return 'skills.language_skills_config[0].name';
  });
});

test('rule 7: languages belong among the languages only', () => {
  const language = fc.constantFrom('English', 'german', 'Fluent French', 'Polish (B2)', 'Spanish language');
  refuses(language, ({ requirements }, name) => {
    requirements.skills = { hard_skills: [{ name, importance: 3 }] };
    return 'skills.hard_skills[0].name';
  });
});

test('rule 8: education is switched off with is_enabled, and is off unless switched on', () => {
  fc.assert(
    fc.property(validConfig, (config) => {
      const given = config.requirements.education?.is_enabled;
      assert.equal(read(config).config!.requirements.education.is_enabled, given ?? false);
    }),
    settings,
  );
});

test('rule 9: employment conditions are kept as given', () => {
  fc.assert(
    fc.property(validConfig, (config) => {
      const given = config.requirements.employment_conditions;
      assert.deepEqual(read(config).config!.requirements.employment_conditions, given ?? {});
    }),
    settings,
  );
});

test('rule 10: every structure is there afterwards, whatever was omitted', () => {
  const whole = Object.keys(read({ requirements: {} }).config!.requirements);
  fc.assert(
    fc.property(validConfig, (config) => {
      assert.deepEqual(Object.keys(read(config).config!.requirements), whole);
    }),
    settings,
  );
});

test('rule 11: a position id has 1–28 of [A-Za-z0-9._-] and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9._-]{1,28}$/)), (id) => {
      const isPlain = [...id].every((one) => '._-'.includes(one) || /[A-Za-z0-9]/.test(one));
      const faults = createFaults();
      const taken = readPositionId(id, 'position_id', faults);
      assert.equal(taken === id, isPlain && id.length >= 1 && id.length <= 28);
      assert.equal(faults.count === 0, taken !== undefined);
    }),
    settings,
  );
});

test('reports every fault at once', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom('workExperience', 'skills', 'education', 'minimal_qualifications'), {
        minLength: 1,
      }),
      (broken) => {
        const { fields } = read({ requirements: Object.fromEntries(broken.map((name) => [name, 'no'])) });
        assert.deepEqual(
          Object.keys(fields).sort(),
          broken.map((name) => `config.requirements.${name}`).sort(),
        );
      },
    ),
    settings,
  );
});
