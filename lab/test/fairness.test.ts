import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { findSharedData, withoutSharedData } from '#test/support/shared-data.ts';
import { compareConditions, largestChange } from '../bench/fairness/compare.ts';
import { conditions, samplesOf } from '../bench/fairness/conditions.ts';
import { realSpeaker } from '../bench/fairness/real-speaker.ts';
import { referenceWords } from '../bench/fairness/reference-words.ts';
import { createEngines } from '../bench/fairness/score-recording.ts';

/** What a recording's circumstances may move a score by. That a recogniser hears the same words in all formats: test/engines/asr/formats.test.ts. */
const ALLOWED = 0.2;
/** Known words come with rough times, so that some of them are not found: more of the interview makes up for it. */
const KNOWN_MS = 150_000;
const sample = join(import.meta.dirname, '..', '..', 'scripts', 'sample');

let engines: Awaited<ReturnType<typeof createEngines>>;
let interview: Int16Array;

before(async () => {
  engines = await createEngines();
  const folder = await mkdtemp(join(tmpdir(), 'assay-fairness-'));
  try {
    interview = await samplesOf(join(sample, 'interview.mp3'), folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const cut = (ms: number) => interview.slice(0, ms * 16);

const noise = conditions.filter(({ name }) => name === 'as it is' || name.includes('noise'));

test('level, clipping, noise, codec and silence move no score when the words are known', async () => {
  const words = (await referenceWords(join(sample, 'interview.json'))).filter(
    ({ endMs }) => endMs < KNOWN_MS,
  );
  const compared = await compareConditions(cut(KNOWN_MS), words, engines, conditions);
  assert.equal(compared.length, 6);
  assert.ok(largestChange(compared) <= ALLOWED + 1e-9, JSON.stringify(compared));
});

test('nor does noise for a real speaker in the middle of the scale', {
  skip: withoutSharedData(),
}, async () => {
  const corpus = join(findSharedData()!, 'speechocean762');
  const { pcm, words } = await realSpeaker(corpus, '9604', 2);
  const compared = await compareConditions(pcm, words, engines, noise, { alone: true });
  assert.equal(compared.length, 2);
  assert.ok(largestChange(compared) <= ALLOWED + 1e-9, JSON.stringify(compared));
});
