import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleTurn } from '../make-sample.ts';

/** What is said in the sample interview, in the turns that end before `untilMs`. */
export function sampleText(untilMs = Number.POSITIVE_INFINITY): string {
  const path = join(import.meta.dirname, '../../scripts/sample/interview.json');
  const { turns } = JSON.parse(readFileSync(path, 'utf8')) as { turns: SampleTurn[] };
  return turns
    .filter(({ endMs }) => endMs <= untilMs)
    .map(({ text }) => text)
    .join(' ');
}
