/**
 * Makes models/calibration/{vocabulary,fluency,accent}.json again, the same bytes from the same inputs.
 *
 *   node scripts/calibrate.ts [--data FOLDER]
 *
 * Accent needs speechocean762 in FOLDER (../shared/data beside the project when left out); where it is absent the
 * accent file stays as it is. About ten minutes on two cores.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DimensionCalibration } from '../server/domain/scoring/calibration.ts';
import { createCtcAligner } from '../server/engines/align/ctc.ts';
import { checkFluency } from './calibrate/check-fluency.ts';
import { calibrateFromNorms, fluencySpecs, vocabularySpecs } from './calibrate/from-norms.ts';
import { calibrateFromSpeechocean } from './calibrate/from-speechocean.ts';
import { createRandom } from './calibrate/random.ts';
import { readSpeechocean } from './calibrate/speechocean.ts';

const project = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { data: { type: 'string' } } });
const corpus = join(values.data ?? resolve(project, '../shared/data'), 'speechocean762');

const SEED = { vocabulary: 20_261, fluency: 20_262, accent: 20_263 };

function write(calibration: DimensionCalibration): void {
  const path = join(project, 'models', 'calibration', `${calibration.dimension}.json`);
  writeFileSync(path, `${JSON.stringify(calibration, null, 2)}\n`);
  console.log(`${calibration.dimension}:`, calibration.measured);
}

write(calibrateFromNorms('vocabulary', vocabularySpecs, 0.85, SEED.vocabulary));
const fluency = calibrateFromNorms('fluency', fluencySpecs, 0.87, SEED.fluency);
write(fluency);

if (existsSync(corpus)) {
  const align = await createCtcAligner({
    modelPath: join(project, 'models', 'bundled', 'ctc-en.onnx'),
    lexiconPath: join(project, 'models', 'bundled', 'lexicon-en.txt'),
  });
  const utterances = await readSpeechocean(corpus, align, createRandom(SEED.accent), (done, of) =>
    console.log(`aligned ${done} of ${of} utterances`),
  );
  write(calibrateFromSpeechocean(utterances, align.id, () => createRandom(SEED.accent)));
  console.log('fluency against experts, by speaker, read speech:', checkFluency(fluency, utterances));
} else {
  console.log(`accent: left as it is, there is no ${corpus}`);
}
