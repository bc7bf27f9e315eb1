import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { limits } from '../../../server/config/limits.ts';
import { confidenceGate } from '../../../server/domain/transcript/confidence-gate.ts';
import { whisperThresholds } from '../../../server/engines/asr/whisper/thresholds.ts';
import { comparableWords, wordErrors } from '../../../testkit/word-errors.ts';
import { byCharacter, errorsOf } from './errors.ts';
import type { Heard, Sound } from './sound.ts';
import { calibrationError, gateRates, halfOf, languageRates, mostProbableOf } from './thresholds.ts';

/** The tables of what hear.ts heard: README.md beside this file. */
const program = new Command('report')
  .argument('<sounds>', 'what sounds.ts wrote')
  .argument('<heard>', 'what hear.ts wrote')
  .option('--min-mean <share>', 'gate of a transcript', String(whisperThresholds.minMeanConfidence))
  .option('--min-word <share>', 'below it a word is unsupported', String(whisperThresholds.minWordConfidence))
  .parse();
const [soundsPath, heardPath] = program.args as [string, string];
const options = program.opts<{ minMean: string; minWord: string }>();
const gate = { minMean: Number(options.minMean), minWord: Number(options.minWord) };
const linesOf = <Line>(path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
const say = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const heardById = new Map(linesOf<Heard>(heardPath).map((heard) => [heard.id, heard]));
const all = linesOf<Sound>(soundsPath).flatMap((sound) => {
  const heard = heardById.get(sound.id);
  const isTranscribed = heard?.words !== undefined || heard?.speechMs === 0;
  return heard ? [{ ...sound, ...heard, words: heard.words ?? [], isTranscribed }] : [];
});
const ofSet = (...names: Sound['set'][]) => all.filter(({ set }) => names.includes(set));
const textOf = ({ words }: { words: { text: string }[] }) => words.map(({ text }) => text).join(' ');

console.log(
  '\nErrors by language (characters in ja, zh and ko), as submitted with the language that is spoken\n',
);
say('set', 'language', 'sounds', 'units', 'errors', 'taken for');
const groupOf = ({ set, id, language }: Sound) =>
  `${set}${set === 'noisy' ? ` ${id.split('/')[1]} dB` : ''}${/LJ0|jfk|earnings/.test(id) ? ` ${/earnings/.test(id) ? 'earnings calls' : 'native, clear'}` : ''}|${language}`;
for (const [group, sounds] of Map.groupBy(ofSet('clips', 'synthetic', 'learners', 'noisy'), groupOf)) {
  let [errors, units] = [0, 0];
  for (const sound of sounds.filter(({ isTranscribed }) => isTranscribed)) {
    const found = errorsOf(sound.transcript, textOf(sound), sound.language);
    errors += found.substitutions + found.deletions + found.insertions;
    units += found.referenceWords;
  }
  const taken = Map.groupBy(
    sounds.filter(({ languages }) => languages),
    ({ languages }) => mostProbableOf(languages!),
  );
  const shown = [...taken].map(([code, of]) => `${code} ${of.length}`).join(', ');
  say(...(group.split('|') as [string, string]), sounds.length, units, percent(errors, units), shown);
}

const identified = ofSet('clips', 'learners', 'synthetic').flatMap((sound) =>
  sound.languages ? [{ ...sound, languages: sound.languages }] : [],
);
console.log('\nLanguage: refused although right, taken although wrong, by threshold\n');
say('threshold', 'half', 'set', 'right refused', 'wrong taken');
const sets = [['clips'], ['learners'], ['synthetic'], ['clips', 'learners']];
for (const threshold of [0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5]) {
  for (const half of ['chosen', 'reported']) {
    for (const names of sets) {
      const some = identified.filter(({ set, id }) => names.includes(set) && halfOf(id) === half);
      const rates = languageRates(some, limits.languages, threshold);
      const shown = [`${rates.refused} of ${rates.right}`, `${rates.taken} of ${rates.wrong}`];
      say(threshold, half, names.join(' + '), ...shown);
    }
  }
}
const claims = identified
  .filter(({ set }) => set !== 'synthetic')
  .map(({ language, languages }) => {
    const detected = mostProbableOf(languages);
    return { probability: languages[detected]!, right: detected === language };
  });
console.log(
  `\nThe most probable language is right in ${percent(claims.filter(({ right }) => right).length, claims.length)}` +
    ` of ${claims.length} human recordings; expected calibration error ${calibrationError(claims).toFixed(3)}.`,
);

const heardWell = ofSet('clips', 'noisy', 'learners').flatMap((sound) => {
  const { mean } = confidenceGate(sound.words, gate);
  if (mean === undefined) return [];
  return [{ id: sound.id, mean, errorRate: errorsOf(sound.transcript, textOf(sound), sound.language).rate }];
});
console.log('\nGate on the mean confidence: up to 30 % errors but refused, over 50 % but taken\n');
say('gate', 'half', 'good refused', 'bad taken');
for (let step = 30; step <= 80; step += 5) {
  for (const half of ['chosen', 'reported']) {
    const rates = gateRates(
      heardWell.filter(({ id }) => halfOf(id) === half),
      step / 100,
    );
    say(step / 100, half, `${rates.goodRefused} of ${rates.good}`, `${rates.badTaken} of ${rates.bad}`);
  }
}

console.log('\nConfidence of a word against how often it is right (words that parted by spaces)\n');
say('confidence', 'half', 'clips', 'learners', 'noisy');
const wordClaims = all
  .filter(({ language, set }) => set !== 'nobody' && set !== 'synthetic' && !byCharacter.includes(language))
  .flatMap(({ id, set, transcript, words, language }) => {
    const heard = words.map(({ text }) => comparableWords(text, language));
    const { correct } = wordErrors(comparableWords(transcript, language), heard.flat());
    let at = 0;
    return heard.flatMap((parts, i) => {
      const right = correct.slice(at, at + parts.length).every(Boolean);
      at += parts.length;
      const { confidence, unsupported = false } = words[i]!;
      return parts.length > 0 ? [{ half: halfOf(id), set, right, probability: confidence, unsupported }] : [];
    });
  });
for (const [from, to] of [0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(
  (edge, i, edges) => [edge, edges[i + 1] ?? 1.01],
)) {
  for (const half of ['chosen', 'reported']) {
    const shares = ['clips', 'learners', 'noisy'].map((name) => {
      const some = wordClaims.filter(
        (claim) =>
          claim.set === name && claim.half === half && claim.probability >= from! && claim.probability < to!,
      );
      return `${percent(some.filter(({ right }) => right).length, some.length)} of ${some.length}`;
    });
    say(`${from}–${to}`, half, ...shares);
  }
}
const marked = wordClaims.filter(
  ({ unsupported, probability }) => unsupported && probability >= gate.minWord,
);
console.log(
  `\nCalibration error of words ${calibrationError(wordClaims).toFixed(3)}; marked for lack of sound or attention: ` +
    `${marked.length}, of them right ${marked.filter(({ right }) => right).length}.`,
);

console.log('\nNobody speaks: words heard, and words that would reach a score\n');
say('sound', 'as', 'speech found', 'taken for (probability asked)', 'words', 'mean', 'reach a score', 'text');
for (const sound of ofSet('nobody')) {
  const verdict = confidenceGate(sound.words, gate);
  const reach = verdict.trusted ? verdict.words.filter(({ unsupported }) => !unsupported).length : 0;
  const [, name, language, past] = sound.id.split('/') as [string, string, string, string?];
  const taken = sound.detectedLanguage
    ? `${sound.detectedLanguage} (${sound.languageProbability?.toFixed(2)})`
    : '–';
  const found = `${(sound.speechMs / 1000).toFixed(1)} s${past ? ' told' : ''}`;
  const mean = verdict.mean?.toFixed(2) ?? '–';
  say(name, language, found, taken, sound.words.length, mean, reach, textOf(sound).slice(0, 60));
}
