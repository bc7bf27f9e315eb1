/**
 * How exactly Whisper's attention places words, and whether the English acoustic model places them better in other languages.
 *
 *     node lab/bench/real-whisper/times.ts MODEL [--clips DATA/clips] [--minutes 45] [--json]
 *
 * espeak-ng says one passage in each language in four voices and tells when each word sounds. Both are asked for the same words: those
 * that Whisper heard right. `--clips`: English recordings of people instead, against the English aligner. `--minutes`: one long German
 * recording as well, whether words at its end are as exact as at its beginning.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Span, Word } from '../../../server/domain/transcript/types.ts';
import { createBorrowedAligner } from '../../../server/engines/align/borrowed.ts';
import { createCtcAligner } from '../../../server/engines/align/ctc.ts';
import { pcmDurationMs } from '../../../server/engines/audio/pcm.ts';
import { createSileroVad } from '../../../server/engines/vad/silero.ts';
import { seededRandom, shuffled } from '../../../testkit/random.ts';
import { comparableWords, wordErrors } from '../../../testkit/word-errors.ts';
import { joinSentences, type TimedRecording, tellAll } from '../alignment/recordings.ts';
import { pcmClips } from './clips.ts';
import { projectModelPath } from './places.ts';
import { openWindowRunner } from './runner.ts';
import { passagesByLanguage, sayTimed } from './timed-speech.ts';

const program = new Command('times')
  .argument('<model>', 'folder that convert.ts wrote')
  .option('--clips <folder>', 'recordings of people with manifest.csv')
  .option('--minutes <count>', 'length of the long recording')
  .option('--threads <count>', 'of the networks', '1')
  .option('--json', 'print figures as JSON')
  .parse();
const [dir] = program.args as [string];
const options = program.opts<{ clips?: string; minutes?: string; threads: string; json?: true }>();
/** As in sounds.ts. */
const speakers = [
  ['', 160],
  ['+f2', 150],
  ['+m3', 140],
  ['+f4', 170],
] as const;

/** Words of one spelling further apart than this are two words: sentences repeat words. */
const sameWithinMs = 1500;

interface Compared {
  atMs: number;
  startMs: number;
  endMs: number;
}
interface Row {
  language: string;
  /** Words, or characters in Chinese. */
  words: number;
  heardRight: number;
  attention: Compared[];
  aligned: Compared[];
  /** Of all words, where the text is known. */
  told: Compared[];
}

const folder = mkdtempSync(join(tmpdir(), 'assay-times-'));
const runner = await openWindowRunner(dir, { precision: 'fp32', threads: Number(options.threads) });
const vad = await createSileroVad({ modelPath: projectModelPath('bundled/silero-vad-v6.onnx') });
const placer = createBorrowedAligner({ modelPath: projectModelPath('bundled/ctc-en.onnx') });
const { signal } = new AbortController();
const random = seededRandom(1);

const rows: Row[] = [];
try {
  if (options.clips) rows.push(await people(options.clips));
  else {
    for (const [language, { voice, sentences }] of passagesByLanguage()) {
      const row = emptyRow(language);
      for (const [variant, wordsPerMinute] of speakers) {
        const how = { voice: `${voice}${variant}`, wordsPerMinute, folder };
        await measure(joinSentences(sayTimed(sentences, how), random), { language, row });
      }
      rows.push(row);
      process.stderr.write(`${language} `);
    }
  }
  if (options.minutes) rows.push(await long(Number(options.minutes)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
print();

function emptyRow(language: string): Row {
  return { language, words: 0, heardRight: 0, attention: [], aligned: [], told: [] };
}

/** What Whisper hears in a recording whose words are known, and where both place the words it heard right. */
async function measure(
  recording: TimedRecording,
  { language, row }: { language: string; row: Row },
): Promise<void> {
  const pcmPath = join(folder, 'said.pcm');
  const { samples, words } = recording;
  writeFileSync(pcmPath, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const speech = await speechIn(pcmPath);
  const heard = await runner.words(pcmPath, speech, language);
  const pairs = matches(words, heard, language);
  row.words += words.length;
  row.heardRight += pairs.length;
  row.attention.push(...pairs.map(({ truth, found }) => errors(truth, found)));

  const aligned = (await placer.place({ language, pcmPath, words: heard, speech, signal })) ?? [];
  const places = matches(words, aligned, language);
  row.aligned.push(...places.map(({ truth, found }) => errors(truth, found)));
  const toldWords = tellAll(words, random);
  const told = (await placer.place({ language, pcmPath, words: toldWords, speech, signal })) ?? [];
  row.told.push(...told.map((found, at) => errors(words[at]!, found)));
}

async function speechIn(pcmPath: string): Promise<Span[]> {
  const within = [{ startMs: 0, endMs: await pcmDurationMs(pcmPath) }];
  return vad.detectSpeech({ pcmPath, within, signal });
}

function errors(truth: Span, found: Span): Compared {
  const [startMs, endMs] = [found.startMs - truth.startMs, found.endMs - truth.endMs];
  return { atMs: truth.startMs, startMs, endMs };
}

/** Words of both that are the same in the same place of the text. */
function matches<Found extends Word>(
  said: readonly (Span & { text: string })[],
  heard: readonly Found[],
  language: string,
): { truth: Span; found: Found }[] {
  const spelling = (text: string) => comparableWords(text, language).join(' ');
  const [truth, found] = [said.map(({ text }) => spelling(text)), heard.map(({ text }) => spelling(text))];
  const { correct } = wordErrors(truth, found);
  // Rebuilt from the right: the k-th right word of one side is the k-th of the other.
  const { correct: wanted } = wordErrors(found, truth);
  const right = heard.filter((_, at) => correct[at] && found[at] !== '');
  const meant = said.filter((_, at) => wanted[at] && truth[at] !== '');
  if (right.length !== meant.length) return [];
  return right
    .map((word, at) => ({ truth: meant[at]!, found: word }))
    .filter((pair) => Math.abs(pair.truth.startMs - pair.found.startMs) < sameWithinMs);
}

/** English recordings of people: the aligner, told what Whisper heard, is the measure. */
async function people(clips: string): Promise<Row> {
  const row = emptyRow('en, people');
  const lexiconPath = projectModelPath('bundled/lexicon-en.txt');
  const aligner = await createCtcAligner({ modelPath: projectModelPath('bundled/ctc-en.onnx'), lexiconPath });
  for (const { language, transcript, pcm } of await pcmClips(clips, folder)) {
    if (language !== 'en') continue;
    const speech = await speechIn(pcm);
    const heard = await runner.words(pcm, speech, 'en');
    const aligned = await aligner.align({ pcmPath: pcm, words: heard, speech, signal });
    const { correct } = wordErrors(
      comparableWords(transcript, 'en'),
      heard.map(({ text }) => comparableWords(text, 'en').join(' ')),
    );
    row.words += comparableWords(transcript, 'en').length;
    for (const [at, word] of heard.entries()) {
      if (!correct[at] || !aligned[at]!.phones) continue;
      row.heardRight++;
      row.attention.push(errors(aligned[at]!, word));
    }
  }
  return row;
}

async function long(minutes: number): Promise<Row> {
  const { voice, sentences } = passagesByLanguage().get('de')!;
  const said = speakers.flatMap(([variant, wordsPerMinute]) =>
    sayTimed(sentences, { voice: `${voice}${variant}`, wordsPerMinute, folder }),
  );
  const all = [];
  for (let ms = 0; ms < minutes * 60_000; ) {
    for (const sentence of shuffled(said, random)) {
      all.push(sentence);
      ms += sentence.samples.length / 16 + 500;
    }
  }
  const row = emptyRow(`de, ${minutes} minutes`);
  await measure(joinSentences(all, random), { language: 'de', row });
  return row;
}

function print(): void {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const figures = (compared: readonly Compared[]) => {
    const starts = compared.map(({ startMs }) => Math.abs(startMs)).sort((a, b) => a - b);
    const byTime = compared.toSorted((a, b) => a.atMs - b.atMs).map(({ startMs }) => Math.abs(startMs));
    const tenth = Math.max(1, Math.floor(byTime.length / 10));
    return {
      compared: compared.length,
      startMs: Math.round(mean(starts)),
      medianMs: Math.round(starts[starts.length >> 1] ?? Number.NaN),
      biasMs: Math.round(mean(compared.map(({ startMs }) => startMs))),
      endMs: Math.round(mean(compared.map(({ endMs }) => Math.abs(endMs)))),
      over200: Math.round((100 * starts.filter((size) => size > 200).length) / starts.length),
      firstTenthMs: Math.round(mean(byTime.slice(0, tenth))),
      lastTenthMs: Math.round(mean(byTime.slice(-tenth))),
    };
  };
  const table = rows.map((row) => ({
    language: row.language,
    words: row.words,
    heardRight: row.heardRight,
    attention: figures(row.attention),
    aligned: row.aligned.length > 0 ? figures(row.aligned) : null,
    told: row.told.length > 0 ? figures(row.told) : null,
  }));
  if (options.json) {
    console.log(JSON.stringify(table, null, 2));
    return;
  }
  console.log(
    '| language | words | heard right | attention: start, mean ms | median | bias | end | > 200 ms | English aligner: start | median | bias | end | > 200 ms | aligner, all words: start | median | bias | end | > 200 ms |',
  );
  for (const { language, words, heardRight, attention, aligned, told } of table) {
    const cells = (of: ReturnType<typeof figures> | null) =>
      of ? [of.startMs, of.medianMs, of.biasMs, of.endMs, `${of.over200} %`] : ['', '', '', '', ''];
    console.log(
      `| ${[language, words, heardRight, ...cells(attention), ...cells(aligned), ...cells(told)].join(' | ')} |` +
        (options.minutes
          ? ` first tenth ${attention.firstTenthMs}, last ${attention.lastTenthMs}; aligner ${told?.firstTenthMs}, ${told?.lastTenthMs}`
          : ''),
    );
  }
}
