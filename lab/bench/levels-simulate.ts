/**
 * Writes simulated rated interviews for `assay bench levels`, one a line, from the published per-level norms:
 *
 *   node lab/bench/levels-simulate.ts [--seed 1] [--count 512] [--minutes 15] [--floor 0.667] [--floor-sd 0]
 *       [--no-fillers] [--tell-floor] > FILE.jsonl
 *
 * Levels come as often as in the corpus of the norms. The text is word salad: right in amount, variety, hesitations
 * and repairs, without grammar or topic. It exercises the code on text; it is no evidence about people.
 */
import { parseArgs } from 'node:util';
import { createEnglishText } from '../../server/engines/text/english.ts';
import { assumedLevels, corpusLevels, levelNorms } from '../calibrate/norms.ts';
import { createRandom } from '../calibrate/random.ts';
import { createWordSources } from './levels/word-source.ts';
import { asInNorms, writeInterview } from './levels/write-interview.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '512' },
    minutes: { type: 'string', default: String(asInNorms.minutes) },
    floor: { type: 'string', default: String(asInNorms.floorShare) },
    'floor-sd': { type: 'string', default: '0' },
    'no-fillers': { type: 'boolean', default: false },
    'tell-floor': { type: 'boolean', default: false },
  },
});
const random = createRandom(Number(values.seed));
const sourceOf = createWordSources(createEnglishText().frequencies!);
const all = Object.values(corpusLevels).reduce((sum, count) => sum + count, 0);
let id = 0;
for (const norm of [...assumedLevels, ...levelNorms].toSorted((a, b) => a.level - b.level)) {
  const rated = corpusLevels[norm.level];
  if (rated === undefined) continue;
  const count = Math.max(1, Math.round((rated * Number(values.count)) / all));
  for (let index = 0; index < count; index += 1) {
    id += 1;
    const interview = writeInterview(`simulated-${id}`, norm, sourceOf, random, {
      minutes: Number(values.minutes),
      floorShare: Number(values.floor),
      floorShareSd: Number(values['floor-sd']),
      fillers: !values['no-fillers'],
      tellsFloor: values['tell-floor'],
    });
    process.stdout.write(`${JSON.stringify(interview)}\n`);
  }
}
