/**
 * `assay bench levels --corpus FILE.jsonl [--json]`: how well vocabulary, and the text part of fluency, follow the
 * levels that examiners gave, on transcripts of rated interviews.
 *
 * One JSON object a line: `{ "id", "level", "minutes", "turns": ["…", …] }`; turns are the learner's, with fillers,
 * plain or with a learner corpus's mark-up; `minutes` is the length of the whole test. The product's own scoring code
 * measures, without times: features that need them are put at what the others make likely. Where the product would
 * abstain (under 100 words) there is no score, and the interview is counted as abstained.
 *
 * `reliability` is the correlation of the two halves of each interview (odd against even turns), stepped up to the
 * whole by Spearman and Brown's formula.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCalibration } from '../../server/engines/calibration/files.ts';
import { createEnglishText } from '../../server/engines/text/english.ts';
import { agreement, featureCorrelations } from './levels/agreement.ts';
import { halfReliability } from './levels/halves.ts';
import { type RatedInterview, scoreInterviews } from './levels/score-interviews.ts';

const { values } = parseArgs({
  options: { corpus: { type: 'string' }, json: { type: 'boolean', default: false } },
});
if (!values.corpus) {
  console.error('Which interviews? assay bench levels --corpus FILE.jsonl [--json]');
  process.exit(2);
}
const interviews = readFileSync(values.corpus, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line): RatedInterview => JSON.parse(line));
const calibration = loadCalibration(join(import.meta.dirname, '../../models/calibration'));
const text = createEnglishText();
const scored = scoreInterviews(interviews, text, calibration);
const result = {
  interviews: scored.length,
  abstained: scored.filter(({ vocabulary }) => vocabulary === undefined).length,
  vocabulary: agreement(scored, ({ vocabulary }) => vocabulary),
  fluency: agreement(scored, ({ fluency }) => fluency),
  features: featureCorrelations(scored),
  reliability: halfReliability(interviews, (halves) => scoreInterviews(halves, text, calibration)),
};

if (values.json) console.log(JSON.stringify(result));
else {
  console.log(`${result.interviews} interviews, ${result.abstained} with too little speech to score`);
  for (const name of ['vocabulary', 'fluency'] as const) {
    const { n, pcc, scc, byLevel } = result[name];
    console.log(
      `\n${name}: PCC ${pcc}, SCC ${scc} over ${n}; half-interview reliability ${result.reliability[name]}`,
    );
    for (const [level, { n: count, mean, sd }] of Object.entries(byLevel)) {
      console.log(`  level ${level}  ${mean.toFixed(2)} ± ${sd.toFixed(2)}  (${count})`);
    }
  }
  console.log('\nfeatures against the level:');
  for (const [name, r] of Object.entries(result.features))
    console.log(`  ${r.toFixed(2).padStart(5)}  ${name}`);
}
