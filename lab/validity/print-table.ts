import { ratings } from '../../testkit/corpus.ts';
import type { Agreement } from './figures.ts';
import type { ValidityReport } from './report.ts';

/** The report for people, on standard output. */
export function printTable(report: ValidityReport): void {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    `${report.utterances} utterances, ${report.speakers} speakers, ${report.setting}; the recogniser's word errors ${percent(report.wer)}, character errors ${percent(report.cer)}`,
  );
  const rows: [string, Agreement][] = [
    ['per utterance', report.utterance],
    ['per utterance, no length', report.withoutLength.utterance],
    ['per speaker', report.speaker],
    ['per speaker, no length', report.withoutLength.speaker],
  ];
  console.log(`| PCC (SCC, residual sd) | ${ratings.join(' | ')} |`);
  for (const [title, agreement] of rows) {
    const cells = ratings.map((rating) => {
      const { pcc, scc, residualSd } = agreement[rating];
      return `${pcc?.toFixed(3) ?? '–'} (${scc?.toFixed(3) ?? '–'}, ${residualSd.toFixed(2)})`;
    });
    console.log(`| ${title} | ${cells.join(' | ')} |`);
  }
  const covered = ratings.map((rating) => percent(report.coverage90.all[rating]));
  console.log(`| inside the 90 % interval | ${covered.join(' | ')} |`);
}
