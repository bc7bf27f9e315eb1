import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NarrationError, type NarratorEngine } from '#server/engines/narrator/port.ts';
import type { CvEngines } from '#server/modules/matching/pipeline/engines.ts';
import { narrate } from '#server/modules/matching/pipeline/narrate.ts';
import type { StepContext } from '#server/pipeline/step.ts';
import { accountantCv, embeddings, matchOf, statements, taxonomies } from '#test/support/written-cv.ts';

const bundled = await embeddings;
const network = await statements;
const match = matchOf(accountantCv, { skills: { hard_skills: [{ name: 'Accounting', importance: 3 }] } });

function contextWith(narrator: NarratorEngine | null) {
  const degraded: string[] = [];
  const context: StepContext<CvEngines> = {
    engines: {
      cvFiles: {
        read: () => Promise.reject(new Error('not read here')),
        check: async () => ({ ok: true, detail: '' }),
      },
      parserVersion: '1',
      writtenLanguage: { of: async () => null },
      taxonomies,
      embeddings: bundled,
      statements: network,
      narrator,
    },
    workDir: '',
    signal: new AbortController().signal,
    reportProgress: () => undefined,
    degrade: (reason) => degraded.push(reason),
  };
  return { context, degraded };
}

test('without a language model there is no narrative and nothing is lost', async () => {
  const { context, degraded } = contextWith(null);
  assert.deepEqual(await narrate.run({ match }, context), { narrative: null });
  assert.deepEqual(degraded, []);
});

test('a narrative carries the name of its model; the match stays as it was', async () => {
  const before = structuredClone(match);
  const narrator: NarratorEngine = {
    model: 'small',
    narrate: async (told) => {
      // A narrator that tries to change what it was told changes nothing that is stored.
      Object.assign(told, { score: 100 });
      return 'Well suited.';
    },
  };
  const { context } = contextWith(narrator);
  assert.deepEqual(await narrate.run({ match }, context), {
    narrative: { summary: 'Well suited.', model: 'small' },
  });
  assert.deepEqual(match, before);
});

test('a language model that gives nothing usable degrades the run and no more', async () => {
  const { context, degraded } = contextWith({
    model: 'small',
    narrate: () => Promise.reject(new NarrationError('away')),
  });
  assert.deepEqual(await narrate.run({ match }, context), { narrative: null });
  assert.equal(degraded.length, 1);
});

test('any other fault is a fault', async () => {
  const { context } = contextWith({ model: 'small', narrate: () => Promise.reject(new TypeError('bug')) });
  await assert.rejects(narrate.run({ match }, context), TypeError);
});
