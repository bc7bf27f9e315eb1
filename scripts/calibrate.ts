/**
 * Makes the files of models/calibration again, the same bytes from the same inputs.
 *
 *   node scripts/calibrate.ts [--only norms|accent|accent-prosody|experts …] [--data FOLDER] [--fold-models FOLDER] [--threads N]
 *
 * norms: vocabulary.json and fluency.json, from level means. accent, experts: accent.json and experts.json, from
 * speechocean762 in --data (../shared/data beside the project unless given); where it is absent they stay as they are.
 * accent-prosody: accent-prosody.json, from the same recordings without any model.
 *
 * --fold-models: acoustic models that were trained without some speakers (fold0.onnx …, folds.json), so that nobody's
 * sounds are measured by a model that has heard them before. Without it the bundled model measures everybody, and
 * figures flatter it where the corpus was in its training. --transcripts also fits regressors to the recogniser's own
 * transcripts. --study shows what each group of features and more speakers bring. --keep names a folder that keeps what
 * was heard, for going on after an interruption: with other models take another folder. Minutes per thousand utterances.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DimensionCalibration } from '../server/domain/scoring/calibration.ts';
import { checkFluency } from './calibrate/check-fluency.ts';
import { calibrateSetting, expertsFile } from './calibrate/experts.ts';
import { calibrateFromNorms, fluencySpecs, vocabularySpecs } from './calibrate/from-norms.ts';
import { calibrateFromProsody } from './calibrate/from-prosody.ts';
import { calibrateFromSpeechocean } from './calibrate/from-speechocean.ts';
import { createRandom } from './calibrate/random.ts';
import { ratedUtterances, withMisheardTexts } from './calibrate/rated-speech.ts';
import { melodiesOf, readReaders } from './calibrate/readers.ts';
import { study } from './calibrate/study.ts';
import { type CorpusUtterance, readCorpus } from './validity/corpus.ts';
import { hearCorpus, readFoldModels } from './validity/hear-corpus.ts';

const SEED = { vocabulary: 20_261, fluency: 20_262, accent: 20_263, experts: 20_264, prosody: 20_265 };

const project = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: ['norms', 'accent', 'accent-prosody', 'experts'] },
    data: { type: 'string', default: resolve(project, '../shared/data') },
    'fold-models': { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    transcripts: { type: 'boolean', default: false },
    study: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
const calibrates = (what: string): boolean => values.only.includes(what);
const pathOf = (name: string) => join(project, 'models', 'calibration', `${name}.json`);

if (calibrates('norms')) {
  write(calibrateFromNorms('vocabulary', vocabularySpecs, 0.85, SEED.vocabulary));
  write(calibrateFromNorms('fluency', fluencySpecs, 0.87, SEED.fluency));
}
const corpus = join(values.data, 'speechocean762');
if (!existsSync(corpus))
  console.log(`accent, accent-prosody and experts: left as they are, there is no ${corpus}`);
else {
  if (calibrates('accent') || calibrates('experts')) await calibrateFromRatings(corpus);
  if (calibrates('accent-prosody')) {
    const sung = await melodiesOf(await readCorpus(corpus), progress('melody'));
    const random = createRandom(SEED.prosody);
    write(calibrateFromProsody(sung, await readReaders(corpus), random), 'accent-prosody');
  }
}

async function calibrateFromRatings(folder: string): Promise<void> {
  const utterances = await readCorpus(folder);
  const foldModels = values['fold-models'] ? await readFoldModels(values['fold-models']) : undefined;
  const modelName = foldModels
    ? `${foldModels.paths.length} fold models, each trained without the speakers it measures`
    : 'the bundled one, which heard these speakers in its training';
  const hear = (some: readonly CorpusUtterance[], withRecogniser: boolean, what: string) =>
    hearCorpus(some, {
      keptIn: values.keep && join(values.keep, `${what.replaceAll(' ', '-')}.jsonl`),
      withRecogniser,
      threads: Number(values.threads),
      foldModels,
      onProgress: progress(what),
    });
  const heard = await hear(utterances, false, 'known text');
  if (calibrates('accent')) {
    const misheard = await hear(
      withMisheardTexts(utterances, createRandom(SEED.accent)),
      false,
      'misheard text',
    );
    const rated = ratedUtterances(heard, misheard);
    write(calibrateFromSpeechocean(rated, modelName, () => createRandom(SEED.accent)));
    const fluency = calibrateFromNorms('fluency', fluencySpecs, 0.87, SEED.fluency);
    console.log('fluency against experts, by speaker, read speech:', checkFluency(fluency, rated));
  }
  if (calibrates('experts')) {
    const random = () => createRandom(SEED.experts);
    const knownText = calibrateSetting(heard, random);
    console.log('known text:', JSON.stringify(knownText.measured));
    if (values.study) {
      for (const { title, correlations, totalPerSpeaker } of study(heard, random)) {
        console.log(`| ${[title, ...correlations, totalPerSpeaker].join(' | ')} |`);
      }
    }
    const settings = values.transcripts
      ? { knownText, ownTranscript: calibrateSetting(await hear(utterances, true, 'own transcript'), random) }
      : { knownText };
    console.log('own transcript:', JSON.stringify(settings.ownTranscript?.measured));
    writeFileSync(pathOf('experts'), `${JSON.stringify(expertsFile(settings, modelName), null, 1)}\n`);
  }
}

function progress(what: string) {
  return (done: number, of: number) => {
    if (done % 250 === 0) console.log(`${what}: ${done} of ${of}`);
  };
}

function write(calibration: DimensionCalibration, name: string = calibration.dimension): void {
  writeFileSync(pathOf(name), `${JSON.stringify(calibration, null, 2)}\n`);
  console.log(`${name}:`, calibration.measured);
}
