import type { BoundaryErrors, Drift, EdgeErrors } from './boundary-errors.ts';
import type { checkPauses } from './pauses.ts';

export interface AlignmentReport {
  model: string;
  seed: number;
  /** Recordings of about 10 s. */
  short: (BoundaryErrors & { voice: string; sound: string; text: string })[];
  long: (BoundaryErrors & Drift & { minutes: number; text: string; timesRealTime: number })[];
  pauses?: Awaited<ReturnType<typeof checkPauses>>;
}

/** The report as Markdown tables. */
export function printTables({ model, seed, short, long, pauses }: AlignmentReport): void {
  console.log(
    `Model: ${model}; seed ${seed}. Errors in milliseconds: mean / median / bias / share over 50 ms.\n`,
  );
  console.log(
    '| voice | sound | text | words | found | word start | word end | wrong words given a place |\n|---|---|---|---|---|---|---|---|',
  );
  for (const row of short) console.log(`| ${row.voice} | ${row.sound} | ${row.text} | ${errors(row)} |`);
  console.log(
    '\n| minutes | text | words | found | word start | word end | wrong words given a place | first / last 300 | slope per hour | largest | × real time |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const row of long) {
    const drift = `${ms(row.firstMs)} / ${ms(row.lastMs)} | ${row.slopeMsPerHour.toFixed(1)} | ${ms(row.largestMs)}`;
    console.log(
      `| ${row.minutes.toFixed(1)} | ${row.text} | ${errors(row)} | ${drift} | ${Math.round(row.timesRealTime)} |`,
    );
  }
  if (pauses)
    console.log(
      `\nReal speech (${pauses.utterances} utterances, ${pauses.words} words, ${percent(pauses.lostWordShare)} without a place): ${percent(pauses.insideShare)} of ${pauses.pauses} pauses inside a word.`,
    );
}

const ms = (value: number): string => value.toFixed(1);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const edge = ({ mean, median, bias, over50Share }: EdgeErrors): string =>
  `${ms(mean)} / ${ms(median)} / ${ms(bias)} / ${percent(over50Share)}`;

function errors({ words, foundShare, start, end, wrongWords, wrongFoundShare }: BoundaryErrors): string {
  const wrong = wrongFoundShare === null ? '' : `${percent(wrongFoundShare)} of ${wrongWords}`;
  return `${words} | ${percent(foundShare)} | ${edge(start)} | ${edge(end)} | ${wrong}`;
}
