import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Span } from '#server/domain/transcript/types.ts';
import { createClusteringSpeakers } from '#server/engines/speakers/clustering.ts';
import type { SpeakerEngine } from '#server/engines/speakers/port.ts';
import type { VadEngine } from '#server/engines/vad/port.ts';
import { createSileroVad } from '#server/engines/vad/silero.ts';
import { type DiarisationErrors, diarisationErrors, rightShare } from '../shared/der.ts';
import { builtCases, type Case, rttmCases } from './diarisation-cases.ts';

export interface DiarisationBenchOptions {
  /** A folder of RTTM files and, by the same names or the recordings', audio; UEM files are honoured. */
  rttm?: string;
  /** Folder of real recordings for built interviews, when `rttm` is absent. */
  data?: string;
  /** How many interviews of two are built; a quarter as many with one speaker and with three, too. */
  pairs?: number;
  seed?: number;
  /** Another voice model than the bundled one: built interviews need one that has not heard their people. */
  voices?: string;
  /** Where speech lies: found by the voice activity detector, or taken from the reference. */
  speech?: 'vad' | 'reference';
  /** Built interviews: pauses of half a second and more inside an utterance count as speech. */
  utterances?: boolean;
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
    byGroup: Record<string, { errorRate: number; mean: number; worst: number; count: number }>;
  };
}

const models = resolve(import.meta.dirname, '..', '..', 'models', 'bundled');

/** Measures the diarisation that the speech pipeline uses; deterministic for a seed. */
export async function benchDiarisation(options: DiarisationBenchOptions): Promise<DiarisationBench> {
  const workDir = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const engines = {
    vad: await createSileroVad({ modelPath: join(models, 'silero-vad-v6.onnx') }),
    speakers: createClusteringSpeakers({
      modelPath: options.voices ?? join(models, 'voices.json'),
      overlapModelPath: join(models, 'voices-overlap.onnx'),
    }),
  };
  const rows: DiarisationBenchRow[] = [];
  try {
    const { rttm, data, pairs = 40, seed = 1, utterances = false, onProgress = () => {} } = options;
    const cases = rttm
      ? rttmCases(rttm, workDir, onProgress)
      : builtCases({ dataDir: data, pairs, seed, utterances, workDir });
    for await (const one of cases) {
      const row = await measure(one, engines, options.speech ?? 'vad');
      rows.push(row);
      onProgress(lineOf(row));
    }
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
  return summarise(rows);
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
    channelPcmPaths: one.channelPcmPaths,
    speech,
    signal,
  });
  const { mapping: _, ...errors } = diarisationErrors(one.reference, found.heard, one.within ?? whole);
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

function lineOf(row: DiarisationBenchRow): string {
  const percent = (share: number) => `${(100 * share).toFixed(1).padStart(5)} %`;
  const { missedMs, falseAlarmMs, confusedMs, spokenMs } = row;
  const parts = `missed ${percent(missedMs / spokenMs)}  false alarm ${percent(falseAlarmMs / spokenMs)}  confused ${percent(confusedMs / spokenMs)}`;
  return `${row.recording.padEnd(24)} DER ${percent(row.errorRate)}  ${parts}  speakers ${row.speakersFound}/${row.speakers}`;
}

function summarise(rows: DiarisationBenchRow[]): DiarisationBench {
  const sum = (of: (row: DiarisationBenchRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const spokenMs = sum((row) => row.spokenMs);
  const shares = (some: DiarisationBenchRow[]) => {
    // Where nobody speaks nobody can be right.
    const spoken = some.map((row) => row.rightShare).filter(Number.isFinite);
    const mean = spoken.reduce((total, share) => total + share, 0) / spoken.length;
    return { errorRate: errorRateOf(some), mean, worst: Math.min(...spoken), count: some.length };
  };
  const errorRateOf = (some: DiarisationBenchRow[]) =>
    some.reduce((total, row) => total + row.missedMs + row.falseAlarmMs + row.confusedMs, 0) /
    some.reduce((total, row) => total + row.spokenMs, 0);
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

  assay bench diarisation [--rttm DIR] [--data DIR] [--voices FILE] [--pairs N] [--seed N] [--speech vad|reference] [--utterances] [--json]

DER has no collar and counts overlapping speech once per person (NIST).

  --rttm DIR    score the recordings of a folder: audio with RTTM references (and UEM files where there are any)
  --data DIR    folder of real recordings that interviews of 3–10 minutes are built from, without --rttm (../shared/data);
                only people whose number divides by three speak in them
  --voices FILE the voice model; the bundled one has heard everybody of speechocean762, so for built interviews make one with
                node scripts/train-voice-model.ts --leave-out 0 --out FILE
  --pairs N     interviews of two to build (40); a quarter as many each with a reader, with one and with three people
  --seed N      another choice of people (1)
  --speech      where speech lies: found by the detector (vad) or known (reference)
  --utterances  built interviews: pauses inside an utterance count as speech, even long ones
  --json        the whole result on standard output
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rttm: { type: 'string' },
      data: { type: 'string' },
      voices: { type: 'string' },
      pairs: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      speech: { type: 'string', default: 'vad' },
      utterances: { type: 'boolean', default: false },
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
    ...(values.voices ? { voices: resolve(values.voices) } : {}),
    pairs,
    seed,
    speech: values.speech as 'vad' | 'reference',
    utterances: values.utterances,
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
  for (const [group, { errorRate, mean, worst, count }] of Object.entries(right.byGroup))
    process.stdout.write(
      `  ${group.padEnd(8)} ${count} recordings, DER ${percent(errorRate)}, right person: mean ${percent(mean)}, worst ${percent(worst)}\n`,
    );
}

if (import.meta.main) await main();
