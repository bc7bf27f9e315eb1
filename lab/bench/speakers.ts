import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { AlignedWord, Span } from '#server/domain/transcript/types.ts';
import { type ConversationSet, LENGTHS_MS, sets, sharedDataDir } from '../../testkit/conversations/casts.ts';
import type { Conditions } from '../../testkit/conversations/simulate.ts';
import { type AgeGroup, type Part, parts, readVoices } from '../../testkit/conversations/voices.ts';
import { type CandidateFound, candidateFound, reliabilityTable } from './speakers/candidate.ts';
import { bundledModels, type EngineUnderTest, engineUnderTest, foundElsewhere } from './speakers/engine.ts';
import { type Recording, readRecordings } from './speakers/recordings.ts';
import { type Score, type Summary, score, summarise } from './speakers/score.ts';
import { simulatedRecordings } from './speakers/simulated.ts';
import { ivectorDistances } from './speakers/voice-distances.ts';
import { openWords, scoreWords, type WordsScore } from './speakers/words.ts';

export interface SpeakersRow extends Score {
  recording: string;
  group: string;
  durationMs: number;
  /** Telling people apart, without finding speech. */
  seconds: number;
  conditions?: Conditions;
  countProbability: number;
  /** Of a simulated conversation. */
  candidate?: CandidateFound;
  /** Where words were asked for. */
  words?: WordsScore;
}

export interface SpeakersBench {
  rows: SpeakersRow[];
  groups: Record<string, Summary>;
}

/** Measures an engine on recordings; deterministic but for the seconds. */
export async function benchSpeakers(
  recordings: AsyncIterable<Recording>,
  engine: EngineUnderTest,
  options: {
    speech: 'vad' | 'reference';
    recognise?: (recording: Recording, speech: readonly Span[]) => Promise<AlignedWord[]>;
    onRow: (row: SpeakersRow) => void;
  },
): Promise<SpeakersBench> {
  const rows: SpeakersRow[] = [];
  for await (const recording of recordings) {
    const { name, group, durationMs, reference, conditions, candidate } = recording;
    const speech = options.speech === 'reference' ? union(reference) : await engine.detectSpeech(recording);
    const startedAt = performance.now();
    const found = await engine.tellApart(recording, speech);
    const named = candidate === undefined ? undefined : candidateFound(reference, candidate, found);
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    const words = await options.recognise?.(recording, speech);
    const row: SpeakersRow = {
      recording: name,
      group,
      durationMs,
      seconds,
      ...score(reference, found, recording.within ?? [{ startMs: 0, endMs: durationMs }]),
      countProbability: found.countProbability,
      ...(conditions ? { conditions } : {}),
      ...(named ? { candidate: named } : {}),
      ...(words ? { words: scoreWords(reference, found.turns, words) } : {}),
    };
    rows.push(row);
    options.onRow(row);
  }
  const groups = Object.entries(Object.groupBy(rows, (row) => row.group));
  return { rows, groups: Object.fromEntries(groups.map(([name, some]) => [name, summarise(some!)])) };
}

function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const columns: [string, (summary: Summary) => string][] = [
  ['recordings', (s) => `${s.recordings}`],
  ['minutes', (s) => s.minutes.toFixed(0)],
  ['overlap', (s) => percent(s.overlapShare)],
  ['DER', (s) => percent(s.errorRate)],
  ['mean', (s) => percent(s.meanErrorRate)],
  ['missed', (s) => percent(s.missed)],
  ['false alarm', (s) => percent(s.falseAlarm)],
  ['confused', (s) => percent(s.confused)],
  ['5 s blocks', (s) => percent(s.blockShare)],
  ['worst', (s) => percent(s.worstBlockShare)],
  ['count right', (s) => percent(s.countRight)],
  ['±1', (s) => percent(s.countWithinOne)],
  ['taken for one', (s) => `${s.takenForOne}`],
  ['one for more', (s) => `${s.oneTakenForMore}`],
  ['× real time', (s) => (Number.isFinite(s.timesRealTime) ? s.timesRealTime.toFixed(0) : 'unknown')],
];

/** A Markdown table, one line a group. */
export function tableOf(groups: Record<string, Summary>): string {
  const rows = [
    ['', ...columns.map(([title]) => title)],
    ...Object.entries(groups).map(([name, summary]) => [name, ...columns.map(([, cell]) => cell(summary))]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`;
  return line(rows[0]!) + line(widths.map((width) => '-'.repeat(width))) + rows.slice(1).map(line).join('');
}

const help = `Measures who spoke when: on simulated conversations of real people, and on real recordings.

  assay bench speakers [--two N] [--confusable N] [--alone N] [--three N] [--part report|choose|train] [--people adults|children|mixed]
                       [--minutes 3-5] [--seed N] [--rttm DIR] [--found DIR] [--data DIR] [--voices FILE] [--speech vad|reference] [--keep DIR] [--words] [--json]

The error rate (DER) has no collar and counts overlapping speech once per person (NIST); "mean" is the mean over recordings. Blocks of
5 s belong to who speaks most of them. The second table tells how often the
candidate was named rightly, by time alone, with each confidence. Without numbers: 10 of each set, and conversations/ in the data folder.

  --two N         two people in one room with one microphone
  --confusable N  two of the same sex and age whose voices are closest
  --alone N       one person, 3-10 minutes
  --three N       two interviewers and a candidate
  --part P        which people speak (report); parts never share a person: learn from train, choose limits on choose
  --people P      adults, or children of 6-15, or mixed (adults)
  --minutes A-B   length of a conversation (3-5); alone always 3-10
  --seed N        other conversations (1)
  --rttm DIR      real recordings: audio with RTTM references, and UEM files where there are any
  --found DIR     measure what another program found: RTTM files with the recordings' names (speed is then not measured)
  --data DIR      folder of real speech (../shared/data)
  --voices FILE   another voice model; the bundled one has heard everybody of speechocean762. One that has not heard the part report:
                  node lab/train-voice-model.ts --leave-out 0 --out FILE
  --speech        where speech lies: found by the detector (vad) or known (reference)
  --keep DIR      also write the conversations there, as FLAC and RTTM
  --words         also recognise the words and tell how many go to the right person, with and without whole sentences
  --json          everything on standard output
`;

const wholeNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...({ two: { type: 'string' }, confusable: { type: 'string' } } as const),
      ...({ alone: { type: 'string' }, three: { type: 'string' } } as const),
      part: { type: 'string', default: 'report' },
      people: { type: 'string', default: 'adults' },
      minutes: { type: 'string', default: '3-5' },
      seed: { type: 'string', default: '1' },
      rttm: { type: 'string' },
      found: { type: 'string' },
      data: { type: 'string' },
      voices: { type: 'string' },
      speech: { type: 'string', default: 'vad' },
      keep: { type: 'string' },
      words: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const given = sets.map((set) => [set, wholeNumber(values[set])] as const);
  const [shortest, longest] = values.minutes.split('-').map(Number);
  const seed = wholeNumber(values.seed)!;
  const fits =
    given.every(([, count]) => !Number.isNaN(count)) &&
    Number.isInteger(seed) &&
    shortest !== undefined &&
    longest !== undefined &&
    shortest > 0 &&
    longest >= shortest &&
    parts.includes(values.part as Part) &&
    /^(adults|children|mixed)$/.test(values.people) &&
    /^(vad|reference)$/.test(values.speech);
  if (values.help || !fits) {
    (values.help ? process.stdout : process.stderr).write(help);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const asked = values.rttm !== undefined || given.some(([, count]) => count !== undefined);
  const dataDir = sharedDataDir(values.data);
  const rttmDir = values.rttm ?? (asked ? undefined : join(dataDir, 'conversations'));
  const counts = Object.fromEntries(given.map(([set, count]) => [set, count ?? (asked ? 0 : 10)])) as Record<
    ConversationSet,
    number
  >;
  const voices = values.voices === undefined ? undefined : resolve(values.voices);
  const workDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const say = (line: string) => process.stderr.write(`${line}\n`);
  try {
    const engine = values.found
      ? await foundElsewhere(resolve(values.found))
      : await engineUnderTest({ voices });
    async function* recordings() {
      if (rttmDir) yield* readRecordings(resolve(rttmDir), workDir, say);
      if (Object.values(counts).every((count) => count === 0)) return;
      yield* simulatedRecordings({
        counts,
        people: await readVoices(dataDir, values.part as Part, values.people as AgeGroup),
        seed,
        lengthsMs: [shortest! * 60_000, longest! * 60_000],
        aloneLengthsMs: [LENGTHS_MS.shortest, LENGTHS_MS.longest],
        distances: ivectorDistances(voices ?? join(bundledModels, 'voices.json'), workDir),
        workDir,
        keepDir: values.keep,
      });
    }
    const result = await benchSpeakers(recordings(), engine, {
      speech: values.speech as 'vad' | 'reference',
      ...(values.words ? { recognise: await openWords() } : {}),
      onRow: (row) => say(lineOf(row)),
    });
    const named = result.rows.flatMap(({ group, candidate }) => (candidate ? [{ group, ...candidate }] : []));
    const tables =
      tableOf(result.groups) +
      (named.length > 0 ? `\n${reliabilityTable(named)}` : '') +
      (values.words ? `\n${wordsTable(result.rows)}` : '');
    process.stdout.write(values.json ? `${JSON.stringify(result)}\n` : tables);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Words given to the right person. */
function wordsTable(rows: readonly SpeakersRow[]): string {
  const lines = Object.entries(Object.groupBy(rows, (row) => row.group)).map(([group, some]) => {
    const total = (of: keyof WordsScore) => some!.reduce((sum, { words }) => sum + (words?.[of] ?? 0), 0);
    const share = (of: keyof WordsScore) => percent(total(of) / Math.max(1, total('words')));
    return `| ${group} | ${total('words')} | ${share('right')} | ${share('rightWhole')} |\n`;
  });
  return `| words of one person | words | right by turns | with whole sentences |\n| --- | --- | --- | --- |\n${lines.join('')}`;
}

function lineOf(row: SpeakersRow): string {
  const { recording, errorRate, blocks, blocksRight, speakers, speakersFound, seconds } = row;
  return `${recording.padEnd(28)} DER ${percent(errorRate).padStart(7)}  blocks ${blocksRight}/${blocks}  speakers ${speakersFound}/${speakers}  ${seconds} s`;
}

if (import.meta.main) await main();
