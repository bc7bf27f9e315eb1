/**
 * Word errors of the recogniser on a corpus laid out like speechocean762 (audio/, text, utt2spk, spk2age), from the
 * audio alone, each utterance on its own.
 *
 *   assay bench asr --corpus DIR [--speakers FILE] [--min-age 18] [--every N] [--json]
 *     [--engine ctc|pocketsphinx] [--model MODEL.onnx | --folds FOLDS.json --models DIR] [--sounds DIR]
 *
 * `--folds` names a JSON file `{ speaker: k }`: the acoustic model `DIR/fold<k>.onnx` has not heard those with k. Without it
 * the bundled model (or `--model`) hears everybody, and the figure is honest only for people it has not heard.
 * `--sounds` keeps the decoded sounds for the next time.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { comparableWords, wordErrors } from '../../server/domain/transcript/word-errors.ts';
import type { AsrEngine } from '../../server/engines/asr/port.ts';
import { createSileroVad } from '../../server/engines/vad/silero.ts';
import { corpusUtterances, foldModels } from './asr-corpus.ts';
import { ctcFiles, openRecogniser } from './asr-engines.ts';

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    speakers: { type: 'string' },
    'min-age': { type: 'string', default: '18' },
    every: { type: 'string', default: '1' },
    engine: { type: 'string', default: 'ctc' },
    model: { type: 'string' },
    folds: { type: 'string' },
    models: { type: 'string' },
    sounds: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
if (!values.corpus) throw new Error('Name the corpus: assay bench asr --corpus DIR');
const speakers = values.speakers
  ? new Set(readFileSync(values.speakers, 'utf8').trim().split(/\s+/))
  : undefined;
const folder = mkdtempSync(join(tmpdir(), 'assay-asr-'));
const models = foldModels({
  model: values.model ?? ctcFiles().modelPath,
  ...(values.folds && { folds: values.folds }),
  ...(values.models && { models: values.models }),
});
const root = resolve(import.meta.dirname, '..', '..');
const vad = await createSileroVad({ modelPath: join(root, 'models/bundled/silero-vad-v6.onnx') });
const { signal } = new AbortController();

interface Tally {
  utterances: number;
  referenceWords: number;
  errors: number;
}
const tally = (): Tally => ({ utterances: 0, referenceWords: 0, errors: 0 });
const bySpeaker = new Map<string, Tally>();
const byModel = new Map<string, Tally>();
const all = tally();
let [audioMs, wallMs] = [0, 0];

try {
  const utterances = corpusUtterances(values.corpus, {
    soundsFolder: values.sounds ?? folder,
    minAge: Number(values['min-age']),
    speakers: speakers ?? models.speakers,
  }).filter((_, index) => index % Number(values.every) === 0);
  // One model at a time: each takes its memory.
  for (const modelPath of models.paths) {
    const recogniser: AsrEngine = await openRecogniser(values.engine, modelPath);
    for (const { speaker, text, pcmPath } of utterances) {
      if (models.modelOf(speaker) !== modelPath) continue;
      const path = pcmPath();
      const durationMs = Math.floor(statSync(path).size / 32);
      const within = [{ startMs: 0, endMs: durationMs }];
      const speech = await vad.detectSpeech({ pcmPath: path, within, signal });
      const startedAt = performance.now();
      const { words } = await recogniser.transcribe({
        pcmPath: path,
        speech,
        language: 'en',
        hotwords: [],
        signal,
      });
      wallMs += performance.now() - startedAt;
      audioMs += durationMs;
      const heard = comparableWords(words.map((word) => word.text).join(' '));
      const { substitutions, deletions, insertions, referenceWords } = wordErrors(
        comparableWords(text),
        heard,
      );
      const errors = substitutions + deletions + insertions;
      for (const sums of [all, entry(bySpeaker, speaker), entry(byModel, modelPath)]) {
        sums.utterances++;
        sums.referenceWords += referenceWords;
        sums.errors += errors;
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const rate = ({ errors, referenceWords }: Tally) => errors / Math.max(1, referenceWords);
const report = {
  engine: values.engine,
  wer: rate(all),
  ...all,
  speakers: bySpeaker.size,
  timesRealTime: audioMs / wallMs,
  folds: values.folds ? [...byModel.values()].map((sums) => ({ wer: rate(sums), ...sums })) : null,
  speakerWer: Object.fromEntries([...bySpeaker].map(([speaker, sums]) => [speaker, rate(sums)])),
};
if (values.json) {
  console.log(JSON.stringify(report));
} else {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const rates = [...bySpeaker.values()].map(rate).sort((a, b) => a - b);
  const at = (share: number) => percent(rates[Math.round(share * (rates.length - 1))] ?? 0);
  console.log(
    `WER ${percent(report.wer)} of ${all.referenceWords} words, ${all.utterances} utterances, ${bySpeaker.size} speakers; ` +
      `speakers' quartiles ${at(0.25)}, ${at(0.5)}, ${at(0.75)}; ${report.timesRealTime.toFixed(0)} × real time`,
  );
  for (const [path, sums] of byModel)
    console.log(`${path}: WER ${percent(rate(sums))}, ${sums.utterances} utterances`);
}

function entry(of: Map<string, Tally>, key: string): Tally {
  const found = of.get(key) ?? tally();
  of.set(key, found);
  return found;
}
