/**
 * `assay bench fairness [--seconds 120] [--audio FILE] [--only known|heard] [--speakers IDS --data FOLDER] [--json]`: the scores of one recording
 * under conditions that say nothing about the speaker (level, clipping, noise, codec, silence around it).
 *
 * Twice: with the words known, where only the sound can move a score, and with the embedded recogniser, where its
 * mistakes can, too. Known words exist for the bundled sample interview and, with `--speakers 9604,9611 --data
 * FOLDER`, for people of speechocean762, whose scores lie where an accent can move.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openRecogniser } from './asr-engines.ts';
import { type Compared, compareConditions, dimensions } from './fairness/compare.ts';
import { conditions, samplesOf } from './fairness/conditions.ts';
import { realSpeaker } from './fairness/real-speaker.ts';
import { referenceWords } from './fairness/reference-words.ts';
import { createEngines } from './fairness/score-recording.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    audio: { type: 'string' },
    only: { type: 'string' },
    speakers: { type: 'string', default: '' },
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
    json: { type: 'boolean', default: false },
  },
});
const sample = join(import.meta.dirname, '../../scripts/sample');
const folder = await mkdtemp(join(tmpdir(), 'assay-fairness-'));
const all = await samplesOf(values.audio ?? join(sample, 'interview.mp3'), folder).finally(() =>
  rm(folder, { recursive: true, force: true }),
);
const seconds = Number(values.seconds);
const pcm = all.slice(0, seconds * 16_000);
const engines = await createEngines();
const result: Record<string, Compared[]> = {};
const tell = (compared: Compared) => {
  if (values.json) return;
  const { scores } = compared;
  const shown =
    'failed' in scores
      ? scores.failed
      : dimensions.map((name) => `${name} ${scores[name]?.toFixed(1) ?? '–'}`).join('  ');
  console.log(`  ${compared.condition.padEnd(38)} ${shown}`);
};

if (!values.audio && values.only !== 'heard') {
  if (!values.json) console.log('words known:');
  const words = (await referenceWords(join(sample, 'interview.json'))).filter(
    ({ endMs }) => endMs < seconds * 1000,
  );
  result.known = await compareConditions(pcm, words, engines, conditions, { onScored: tell });
}
for (const speaker of values.speakers.split(',').filter(Boolean)) {
  if (!values.json) console.log(`${speaker}, words known:`);
  const { pcm: read, words } = await realSpeaker(join(values.data, 'speechocean762'), speaker, 2);
  result[speaker] = await compareConditions(read, words, engines, conditions, {
    onScored: tell,
    alone: true,
  });
}
if (values.only !== 'known') {
  if (!values.json) console.log('words heard by the embedded recogniser:');
  result.heard = await compareConditions(pcm, await openRecogniser('base'), engines, conditions, {
    onScored: tell,
  });
}
if (values.json) console.log(JSON.stringify(result));
