import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFaults } from '#server/domain/requirements/faults.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { readCandidate } from '#server/modules/search/ingest/candidate-fields.ts';
import { rankCandidates } from '#server/modules/search/pipeline/rank-candidates.ts';
import { taxonomies, titles } from '#test/support/written-cv.ts';

interface Asked {
  description: string;
  skills?: readonly string[];
  musts?: readonly string[];
}

/** Rows of a search among these candidates, the best first. */
async function rank({ description, skills = [], musts = [] }: Asked, people: Record<string, object>) {
  const config = readConfig(
    {
      requirements: {
        skills: { hard_skills: skills.map((name) => ({ name, importance: 3 })) },
        minimal_qualifications: musts.map((text) => ({ text, importance: 3 })),
      },
    },
    'config',
    createFaults(),
  );
  const candidates = Object.entries(people).map(([id, fields]) => {
    const row = readCandidate({ external_id: id, ...fields });
    assert.ok('candidate' in row, JSON.stringify(row));
    return { externalId: id, cv: JSON.stringify(row.candidate.cv), tags: [], metadata: {} };
  });
  const { found } = await rankCandidates.run(
    {
      runId: 'r',
      jobDescription: description,
      config: config!,
      submittedAt: '2026-11-01T00:00:00.000Z',
      candidates,
      searched: candidates.length,
      retrievalWarnings: [],
      limit: candidates.length,
      requireMinimalQualifications: false,
    },
    {
      engines: { taxonomies, titles },
      workDir: '',
      signal: new AbortController().signal,
      reportProgress: () => undefined,
      degrade: () => undefined,
    },
  );
  return found;
}
const idsOf = (rows: readonly { externalId: string }[]) => rows.map(({ externalId }) => externalId);

test('a lorry driver comes before a driving teacher or an expert in disk drives, in any language', async () => {
  const rows = await rank(
    { description: 'Truck driver CE', musts: ['Experience in driving heavy goods vehicles'] },
    {
      specialist: {
        headline: 'IT specialist',
        text: 'Moved users to the H: drive, driving roll-outs of heavy servers.',
      },
      teacher: {
        headline: 'Driving instructor',
        summary: 'Driving heavy goods vehicles with learners for ten years.',
      },
      german: { headline: 'Berufskraftfahrerin', skills: ['Führerschein CE'] },
      french: { experience: [{ title: 'Conducteur routier', start: '2015' }] },
      english: {
        experience: [{ title: 'HGV driver', start: '2015', description: 'Driving heavy goods vehicles.' }],
      },
    },
  );
  assert.equal(rows[0]!.externalId, 'english');
  assert.deepEqual(idsOf(rows.slice(1, 3)).sort(), ['french', 'german']);
});

test('a long text that fulfils more does not overtake the occupation', async () => {
  const skills = ['Menu planning', 'HACCP', 'Inventory management', 'Customer service'];
  const rows = await rank(
    { description: 'Pastry chef', skills },
    {
      seller: {
        headline: 'Bakery sales associate',
        text: `${skills.join('. ')}. ${'Did all of it, day by day. '.repeat(60)}`,
      },
      chef: { headline: 'Pâtissier', skills: ['HACCP'] },
    },
  );
  assert.deepEqual(idsOf(rows), ['chef', 'seller']);
});

test('among people of one occupation the requirements decide', async () => {
  const rows = await rank(
    { description: 'Java developer', skills: ['Kafka', 'Spring'] },
    {
      less: { headline: 'Java developer', skills: ['Kafka'] },
      more: { headline: 'Java developer', skills: ['Kafka', 'Spring'] },
    },
  );
  assert.deepEqual(idsOf(rows), ['more', 'less']);
  assert.ok(rows[0]!.score > rows[1]!.score);
});

test('a job without a title is judged by its requirements alone', async () => {
  const rows = await rank(
    { description: '', skills: ['Kafka'] },
    { cook: { headline: 'Cook' }, developer: { headline: 'Developer', skills: ['Kafka'] } },
  );
  assert.deepEqual(idsOf(rows), ['developer', 'cook']);
  assert.equal(rows[0]!.occupation, null);
  assert.ok(rows[0]!.reasons[0]!.startsWith('Kafka: '));
});

test('a title in another language fulfils what asks for it, and is quoted as it was sent', async () => {
  const [row] = await rank(
    { description: 'Pastry chef', musts: ['Experience as a pastry chef'] },
    { chef: { headline: 'Konditorin', experience: [{ title: 'Konditorin', start: '2018', end: null }] } },
  );
  const [must] = row!.requirements;
  assert.equal(must!.met, 'yes', must!.reason);
  assert.deepEqual([...new Set(must!.evidence.map(({ text }) => text))], ['Konditorin']);
  assert.deepEqual(row!.occupation, { score: 1, title: 'Konditorin', field: 'headline' });
  assert.equal(row!.reasons[0], 'Pastry chef: The CV has the title "Konditorin", which means the same.');
});

test('what is met in part is not matched', async () => {
  const [row] = await rank(
    { description: 'Cook', skills: ['Power BI', 'HACCP', 'Kubernetes'] },
    { cook: { headline: 'Cook', skills: ['Tableau', 'HACCP'] } },
  );
  assert.deepEqual([row!.matched, row!.partly, row!.missing], [['HACCP'], ['Power BI'], ['Kubernetes']]);
});
