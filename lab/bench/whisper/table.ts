export interface Figures {
  xRealTime: number;
  /** The same by processor time: what one core does, other programs left out. */
  xRealTimePerCore: number;
  peakMb: number;
  loadedMb: number;
}

export interface ThreadsResult {
  threads: number;
  /** Throughput of ours over the peer's. */
  ratio: number | null;
  ratioPerCore: number | null;
  ours: Figures;
  /** Ours as the product does it: the speech is found first (that counts, too) and nothing else heard; the same tokens in all. */
  recording: Figures;
  /** Of that throughput over the peer's. */
  ratioOnRecording: number | null;
  peer: Figures | null;
  /** Null for int8, whose products we do not measure. */
  limit: { gemmGflops: number; stepGigabytesPerSecond: number; xRealTime: number; reached: number } | null;
}

interface Report {
  geometry: string;
  precision: string;
  minutes: number;
  tokens: number;
  batch: number;
  gigaOperationsPerWindow: { encoder: number; crossKeys: number; decoder: number };
  byThreads: readonly ThreadsResult[];
  machine: { cores: number; cpu: string; node: string };
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The report as the table of lab/bench/README.md. */
export function printTable(report: Report): void {
  const { byThreads, machine, gigaOperationsPerWindow: operations } = report;
  const header = [
    `whisper-${report.geometry}, ${report.precision}`,
    ...byThreads.map(({ threads }) => `${threads} thread${threads > 1 ? 's' : ''}`),
  ];
  const line = (name: string, of: (result: ThreadsResult) => string | number | null) =>
    row([name, ...byThreads.map((result) => of(result) ?? '–')]);
  const figures = (who: string, of: (result: ThreadsResult) => Figures | null) => [
    line(`${who}, × real time`, (result) => of(result)?.xRealTime ?? null),
    line(`${who}, × real time per core second`, (result) => of(result)?.xRealTimePerCore ?? null),
    line(`${who}, peak MB`, (result) => of(result)?.peakMb ?? null),
  ];
  process.stdout.write(
    [
      `Machine: ${machine.cores} cores, ${machine.cpu}, Node ${machine.node}; ${report.minutes} minutes of sound, ${report.tokens} tokens a window, ours ${report.batch} windows side by side.`,
      '',
      row(header),
      row(header.map(() => '---')),
      ...figures('ours', ({ ours }) => ours),
      line('ours, speech found and heard alone, × real time', ({ recording }) => recording.xRealTime),
      ...figures('transformers.js', ({ peer }) => peer),
      line('**ratio**', ({ ratio }) => ratio),
      line('ratio, speech found and heard alone', ({ ratioOnRecording }) => ratioOnRecording),
      line('ratio by processor time', ({ ratioPerCore }) => ratioPerCore),
      line('matrix products of many rows, GFLOP/s', ({ limit }) => limit?.gemmGflops ?? null),
      line(
        'weights read by products of few rows, GB/s',
        ({ limit }) => limit?.stepGigabytesPerSecond ?? null,
      ),
      line('arithmetic limit, × real time', ({ limit }) => limit?.xRealTime ?? null),
      line('reached', ({ limit }) => limit?.reached ?? null),
      '',
      `A window is ${operations.encoder} billion operations of the encoder, ${operations.crossKeys} for the decoder's keys and values of the sound, ${operations.decoder} of decoder steps.`,
      '',
    ].join('\n'),
  );
}
