import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Span } from '#server/domain/transcript/types.ts';
import { createFfmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { createClusteringSpeakers } from '#server/engines/speakers/clustering.ts';
import type { SpeakerEngine } from '#server/engines/speakers/port.ts';
import type { VadEngine } from '#server/engines/vad/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { seededRandom, shuffled } from '#test/support/random.ts';
import {
  buildRealInterview,
  heldOutAdults,
  ljSpeechReader,
  type Speaker,
} from '#test/support/real-interview.ts';
import {
  type DiarisationErrors,
  diarisationErrors,
  parseRttm,
  parseUem,
  rightShare,
  type SpeakerSpan,
  speechOfTurns,
} from './der.ts';

export interface DiarisationBenchOptions {
  /** A folder of RTTM files and, by the same names or the recordings', audio; UEM files are honoured. */
  rttm?: string;
  /** Folder of real recordings for built interviews, when `rttm` is absent. */
  data?: string;
  /** How many interviews of two are built; a quarter as many with one speaker and with three, too. */
  pairs?: number;
  seed?: number;
  /** Where speech lies: found by the voice activity detector, or taken from the reference. */
  speech?: 'vad' | 'reference';
  onProgress?: (line: string) => void;
}

export interface DiarisationBenchRow extends Omit<DiarisationErrors, 'mapping'> {
  recording: string;
  /** Genders of a built pair, "f+m". */
  group: string;
  durationMs: number;
  speakers: number;
  speakersFound: number;
  /** Share of the speech time that the right speaker holds. */
  rightShare: number;
  seconds: number;
}

export interface DiarisationBench {
  rows: DiarisationBenchRow[];
  /** Over all rows' time, shares of the time spoken. */
  total: { errorRate: number; missed: number; falseAlarm: number; confused: number };
  speakerCountRight: number;
  rightShare: {
    mean: number;
    worst: number;
    byGroup: Record<string, { mean: number; worst: number; count: number }>;
  };
}

const models = resolve(import.meta.dirname, '..', '..', 'models', 'bundled');

/** Measures the diarisation that the speech pipeline uses; deterministic for a seed. */
export async function benchDiarisation(options: DiarisationBenchOptions): Promise<DiarisationBench> {
  const workDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const engines = {
    vad: await createSileroVad({ modelPath: join(models, 'silero-vad-v6.onnx') }),
    speakers: createClusteringSpeakers({ modelPath: join(models, 'voices.json') }),
  };
  const rows: DiarisationBenchRow[] = [];
  try {
    const cases = options.rttm ? rttmCases(options.rttm, workDir) : builtCases(options, workDir);
    for await (const one of cases) {
      const row = await measure(one, engines, options.speech ?? 'vad');
      rows.push(row);
      options.onProgress?.(
        `${row.recording.padEnd(24)} DER ${(100 * row.errorRate).toFixed(1).padStart(5)} %  right ${(100 * row.rightShare).toFixed(1).padStart(5)} %  speakers ${row.speakersFound}/${row.speakers}`,
      );
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return summarise(rows);
}

interface Case {
  recording: string;
  group: string;
  pcmPath: string;
  durationMs: number;
  reference: SpeakerSpan[];
  within?: Span[];
}

async function measure(
  one: Case,
  engines: { vad: VadEngine; speakers: SpeakerEngine },
  speechFrom: 'vad' | 'reference',
): Promise<DiarisationBenchRow> {
  const signal = new AbortController().signal;
  const whole = [{ startMs: 0, endMs: one.durationMs }];
  const speech =
    speechFrom === 'reference'
      ? union(one.reference)
      : await engines.vad.detectSpeech({ pcmPath: one.pcmPath, within: whole, signal });
  const startedAt = performance.now();
  const found = await engines.speakers.diarise({
    pcmPath: one.pcmPath,
    channelPcmPaths: null,
    speech,
    signal,
  });
  const { mapping: _, ...errors } = diarisationErrors(
    one.reference,
    speechOfTurns(found.turns, speech),
    one.within ?? whole,
  );
  return {
    recording: one.recording,
    group: one.group,
    durationMs: one.durationMs,
    speakers: new Set(one.reference.map((span) => span.speaker)).size,
    speakersFound: found.speakerCount,
    rightShare: rightShare(one.reference, found.turns),
    seconds: Math.round(performance.now() - startedAt) / 1000,
    ...errors,
  };
}

function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { startMs, endMs } of [...spans].sort((a, b) => a.startMs - b.startMs)) {
    const last = joined.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else joined.push({ startMs, endMs });
  }
  return joined;
}

async function* rttmCases(folder: string, workDir: string): AsyncGenerator<Case> {
  const audio = createFfmpegAudio();
  const names = (await readdir(folder)).sort();
  const readAll = async <T>(extension: string, parse: (text: string) => Map<string, T[]>) => {
    const all = new Map<string, T[]>();
    for (const name of names.filter((entry) => entry.endsWith(extension)))
      for (const [recording, spans] of parse(await readFile(join(folder, name), 'utf8')))
        all.set(recording, spans);
    return all;
  };
  const references = await readAll('.rttm', parseRttm);
  const scored = await readAll('.uem', parseUem);
  for (const [recording, reference] of references) {
    // A file's name may have an accent where the reference has none.
    const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '');
    const file = names.find(
      (name) => /\.(flac|wav|mp3|ogg|m4a|webm)$/.test(name) && plain(name).startsWith(`${recording}.`),
    );
    if (!file) throw new Error(`No audio for the recording "${recording}" in ${folder}.`);
    const pcmPath = join(workDir, 'one.pcm');
    const channelPaths: [string, string] = [join(workDir, 'left.pcm'), join(workDir, 'right.pcm')];
    const { durationMs } = await audio.decode(
      join(folder, file),
      { outPath: pcmPath, channelPaths, maxDurationMs: 4 * 3_600_000 },
      new AbortController().signal,
    );
    const within = scored.get(recording);
    yield { recording, group: 'rttm', pcmPath, durationMs, reference, ...(within ? { within } : {}) };
  }
}

async function* builtCases(options: DiarisationBenchOptions, workDir: string): AsyncGenerator<Case> {
  const { pairs: count = 40, seed = 1 } = options;
  const dataDir = resolve(options.data ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data'));
  const random = seededRandom(seed);
  const adults = await heldOutAdults(dataDir);
  const reader = await ljSpeechReader(dataDir);
  const pairs = adults.flatMap((one, i) => adults.slice(i + 1).map((two) => shuffled([one, two], random)));
  const quarter = Math.ceil(count / 4);
  const casts: { kind: string; cast: Speaker[]; alone?: boolean }[] = [
    ...shuffled(pairs, random)
      .slice(0, count)
      .map((cast) => ({ kind: 'two', cast })),
    ...shuffled(adults, random)
      .slice(0, quarter)
      .map((one) => ({ kind: 'reader', cast: [reader, one] })),
    ...shuffled(pairs, random)
      .slice(0, quarter)
      .map((cast) => ({ kind: 'one', cast, alone: true })),
    ...Array.from({ length: quarter }, () => ({ kind: 'three', cast: shuffled(adults, random).slice(0, 3) })),
  ];
  for (const [i, { kind, cast, alone }] of casts.entries()) {
    const [interviewer, candidate, ...panel] = cast as [Speaker, Speaker];
    const built = await buildRealInterview({
      interviewer: alone ? candidate : interviewer,
      candidate,
      panel,
      outDir: workDir,
      seed: seed * 1000 + i,
    });
    const genders = cast.map((speaker) => speaker.gender).sort();
    yield {
      recording: `${kind} ${(alone ? [candidate] : cast).map((speaker) => speaker.id).join('+')}`,
      group: kind === 'two' ? genders.join('+') : kind,
      pcmPath: built.pcmPath,
      durationMs: built.durationMs,
      reference: built.turns,
    };
  }
}

function summarise(rows: DiarisationBenchRow[]): DiarisationBench {
  const sum = (of: (row: DiarisationBenchRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const spokenMs = sum((row) => row.spokenMs);
  const shares = (some: DiarisationBenchRow[]) => ({
    mean: some.reduce((total, row) => total + row.rightShare, 0) / some.length,
    worst: Math.min(...some.map((row) => row.rightShare)),
    count: some.length,
  });
  const byGroup = Object.entries(Object.groupBy(rows, (row) => row.group)).map(
    ([group, some]) => [group, shares(some!)] as const,
  );
  const { mean, worst } = shares(rows);
  return {
    rows,
    total: {
      errorRate: sum((row) => row.missedMs + row.falseAlarmMs + row.confusedMs) / spokenMs,
      missed: sum((row) => row.missedMs) / spokenMs,
      falseAlarm: sum((row) => row.falseAlarmMs) / spokenMs,
      confused: sum((row) => row.confusedMs) / spokenMs,
    },
    speakerCountRight: sum((row) => (row.speakers === row.speakersFound ? 1 : 0)) / rows.length,
    rightShare: { mean, worst, byGroup: Object.fromEntries(byGroup) },
  };
}

const help = `Measures who spoke when, against a reference.

  assay bench diarisation [--rttm DIR] [--data DIR] [--pairs N] [--seed N] [--speech vad|reference] [--json]

  --rttm DIR    score the recordings of a folder with RTTM (and UEM) files
  --data DIR    folder of real recordings that interviews are built from, without --rttm (../shared/data)
  --pairs N     interviews of two to build (40); a quarter as many each with a reader, with one and with three people
  --seed N      another choice of people (1)
  --speech      where speech lies: found by the detector (vad) or known (reference)
  --json        the whole result on standard output
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rttm: { type: 'string' },
      data: { type: 'string' },
      pairs: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      speech: { type: 'string', default: 'vad' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const [pairs, seed] = [Number(values.pairs), Number(values.seed)];
  if (
    !Number.isInteger(pairs) ||
    pairs < 1 ||
    !Number.isInteger(seed) ||
    !/^(vad|reference)$/.test(values.speech)
  ) {
    process.stderr.write(help);
    process.exitCode = 2;
    return;
  }
  const result = await benchDiarisation({
    ...(values.rttm ? { rttm: resolve(values.rttm) } : {}),
    ...(values.data ? { data: resolve(values.data) } : {}),
    pairs,
    seed,
    speech: values.speech as 'vad' | 'reference',
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  if (values.json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const { total, rightShare: right } = result;
  process.stdout.write(
    `DER ${percent(total.errorRate)} (missed ${percent(total.missed)}, false alarm ${percent(total.falseAlarm)}, confused ${percent(total.confused)})\n` +
      `Number of speakers right in ${percent(result.speakerCountRight)} of ${result.rows.length} recordings\n` +
      `Right person: mean ${percent(right.mean)}, worst ${percent(right.worst)}\n`,
  );
  for (const [group, { mean, worst, count }] of Object.entries(right.byGroup))
    process.stdout.write(
      `  ${group.padEnd(8)} ${count} recordings, mean ${percent(mean)}, worst ${percent(worst)}\n`,
    );
}

if (import.meta.main) await main();
