/**
 * Makes the files of models/calibration again, the same bytes from the same inputs.
 *
 *   node lab/calibrate.ts [--only norms|accent|accent-prosody|experts|hear|word-errors|word-errors-whisper …] [--data FOLDER] [--keep FOLDER] [--threads N]
 *     [--heard FILE.jsonl …]
 *
 * norms: vocabulary.json and fluency.json, from level means. accent, experts: accent-states.json and experts.json, from
 * speechocean762 in --data (../shared/data beside the project unless given); where it is absent they stay as they are.
 * accent-prosody: accent-prosody.json, from the same recordings without any model. hear only fills --keep, a folder that keeps what was
 * heard: networks learn from it (models/training/sounds_en, experts_en), and what stands there is not heard again.
 *
 * word-errors: word-errors.json, last of all because it reads the others: from every --heard file that lab/bench/asr-hear.ts wrote, and
 * from --keep where hear has filled it.
 *
 * word-errors-whisper: word-errors-whisper.json, from --heard files of asr-hear.ts with --engine whisper.
 *
 * --recogniser: a folder with Moonshine base, models/weights/moonshine-base-en unless given. --folds: corrections that have not heard some
 * speakers (models/training/moonshine); without them the bundled one hears people whom it knows, which makes figures that mean nothing. --witnesses: networks of sounds_en that
 * have not heard some speakers (0.onnx …): accent needs them, so that no speaker's sounds are judged by a network that learned from
 * them. --study shows what the networks and each group of features bring. A quarter of an hour per thousand utterances and thread.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { DimensionCalibration } from '../server/domain/scoring/calibration.ts';
import { loadCalibration } from '../server/engines/calibration/files.ts';
import { readCorpus } from '../testkit/corpus.ts';
import type { HeardRecording } from './bench/asr-hear.ts';
import { checkFluency } from './calibrate/check-fluency.ts';
import { calibrateSetting, expertsFile } from './calibrate/experts.ts';
import { calibrateFromNorms, fluencySpecs, vocabularySpecs } from './calibrate/from-norms.ts';
import { calibrateFromProsody } from './calibrate/from-prosody.ts';
import { calibrateFromSpeechocean } from './calibrate/from-speechocean.ts';
import { readHeard } from './calibrate/heard-recordings.ts';
import { agesOf, recordingsOfUtterances } from './calibrate/heard-utterances.ts';
import { createRandom } from './calibrate/random.ts';
import { ratedUtterances } from './calibrate/rated-speech.ts';
import { pitchTracksOf, readReaders } from './calibrate/readers.ts';
import { study } from './calibrate/study.ts';
import { calibrateFromHeard, calibrateWhisper } from './calibrate/word-errors.ts';
import { askNetworks, openExpertNetworks } from './validity/expert-networks.ts';
import type { Setting, StoredSetting } from './validity/experts.ts';
import { hearCorpus, readKept } from './validity/hear-corpus.ts';
import { recogniserPathOf } from './validity/recogniser-path.ts';

const SEED = { vocabulary: 20_261, fluency: 20_262, accent: 20_263, prosody: 20_265, wordErrors: 20_266 };

const project = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: ['norms', 'accent', 'accent-prosody', 'experts'] },
    data: { type: 'string', default: resolve(project, '../shared/data') },
    recogniser: { type: 'string' },
    folds: { type: 'string' },
    witnesses: { type: 'string' },
    threads: { type: 'string', default: String(availableParallelism()) },
    study: { type: 'boolean', default: false },
    keep: { type: 'string' },
    heard: { type: 'string', multiple: true, default: [] },
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
  if (['accent', 'experts', 'hear'].some(calibrates)) await calibrateFromRatings(corpus);
  if (calibrates('accent-prosody')) {
    const sung = await pitchTracksOf(await readCorpus(corpus), progress('melody'));
    const random = createRandom(SEED.prosody);
    write(calibrateFromProsody(sung, await readReaders(corpus), random), 'accent-prosody');
  }
}

if (calibrates('word-errors')) {
  const recordings = [
    ...readHeard(values.heard),
    ...(values.keep ? await recordingsOf(corpus, values.keep) : []),
  ];
  const file = calibrateFromHeard(recordings, loadCalibration(join(project, 'models/calibration')), () =>
    createRandom(SEED.wordErrors),
  );
  writeFileSync(pathOf('word-errors'), `${JSON.stringify(file, null, 2)}\n`);
}

if (calibrates('word-errors-whisper')) {
  const file = calibrateWhisper(readHeard(values.heard), () => createRandom(SEED.wordErrors));
  writeFileSync(pathOf('word-errors-whisper'), `${JSON.stringify(file, null, 2)}\n`);
}

/** Readers by the minute, out of the utterances that were heard before: none is heard for it. */
async function recordingsOf(folder: string, keptIn: string): Promise<HeardRecording[]> {
  const heard = await readKept(await readCorpus(folder), keptIn);
  return recordingsOfUtterances(heard, await agesOf(folder), values.witnesses);
}

async function calibrateFromRatings(folder: string): Promise<void> {
  const heard = await hearCorpus(await readCorpus(folder), {
    keptIn: values.keep,
    recogniserPath: recogniserPathOf(values.recogniser),
    foldsPath: values.folds,
    threads: Number(values.threads),
    onProgress: progress('heard'),
  });
  if (calibrates('accent')) {
    if (!values.witnesses || !values.keep)
      console.log('accent: left as it is, without --witnesses and --keep');
    else {
      const rated = await ratedUtterances(heard, values.witnesses);
      write(
        calibrateFromSpeechocean(rated, () => createRandom(SEED.accent)),
        'accent-states',
      );
      const fluency = calibrateFromNorms('fluency', fluencySpecs, 0.87, SEED.fluency);
      for (const words of ['knownText', 'ownTranscript'] as const)
        console.log(`fluency against experts, ${words}:`, checkFluency(fluency, rated, words));
    }
  }
  if (calibrates('experts')) {
    const networks = await openExpertNetworks();
    const settings = {} as Record<Setting, StoredSetting>;
    for (const setting of ['knownText', 'ownTranscript'] as const) {
      const asked = await askNetworks(heard, setting, networks);
      settings[setting] = calibrateSetting(asked, networks.foldOf);
      console.log(`${setting}:`, JSON.stringify(settings[setting].measured));
      if (!values.study) continue;
      for (const { title, correlations, totalResidualSd, totalPerSpeaker } of study(asked, networks.foldOf)) {
        console.log(`| ${[title, ...correlations, totalResidualSd, totalPerSpeaker].join(' | ')} |`);
      }
    }
    writeFileSync(pathOf('experts'), `${JSON.stringify(expertsFile(settings), null, 1)}\n`);
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
