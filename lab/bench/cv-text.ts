/**
 * `assay bench cv-text [--data FOLDER] [--no-ocr] [--json]`: what becomes of the real CVs (`cv/`) and of the odd PDFs
 * (`pdf/`) of the shared data: outcomes, seconds and memory a file, and which fields are found in the CVs. One file at
 * a time; every file in a process of its own, as in production. "Present" in a CV is November 2026.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseCv } from '../../server/domain/cv/parse-cv.ts';
import type { CvProfile } from '../../server/domain/cv/types.ts';
import { findOcr } from '../../server/engines/pdf/ocr.ts';
import { createPdfReader } from '../../server/engines/pdf/pdfjs.ts';
import { hostilePdfs } from '../../testkit/hostile-pdfs.ts';
import { measureMemory } from './cv-text/child-memory.ts';
import { withFile } from './cv-text/with-file.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
    'no-ocr': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const asOf = { year: 2026, month: 11 };
if (!existsSync(values.data)) {
  process.stderr.write(`There are no data in ${values.data}: name their folder with --data.\n`);
  process.exit(1);
}

const ocr = values['no-ocr'] ? null : await findOcr();
const reader = createPdfReader({ ocr });
const signal = new AbortController().signal;

interface Read {
  outcome: string;
  readMs: number;
  parseMs: number;
  peakMiB: number;
  profile: CvProfile | null;
}

async function readFile(path: string): Promise<Read> {
  const startedMs = performance.now();
  const { result, peakMiB } = await measureMemory(() => reader.read(path, { signal }));
  const readMs = performance.now() - startedMs;
  if (!result.ok)
    return { outcome: `${result.fault}: ${result.reason}`, readMs, parseMs: 0, peakMiB, profile: null };
  const parsingMs = performance.now();
  const profile = parseCv(result.document, asOf, 'en');
  const isScan = result.document.pages.some(({ source }) => source === 'ocr');
  const parseMs = performance.now() - parsingMs;
  return { outcome: isScan ? 'read by OCR' : 'read', readMs, parseMs, peakMiB, profile };
}

async function readAll(folder: string): Promise<Read[]> {
  const reads: Read[] = [];
  const paths = globSync(join(values.data, folder, '**/*.*')).filter((path) => /\.(?:pdf|fuzz)$/i.test(path));
  for (const path of paths.sort()) reads.push(await readFile(path));
  return reads;
}

const cvs = await readAll('cv');
const odd = await readAll('pdf');
const hostile: { name: string; read: Read }[] = [];
for (const [name, make] of hostilePdfs) hostile.push({ name, read: await withFile(make(), readFile) });

const summary = {
  ocr: ocr ? ocr.languages : null,
  load: Number(readFileSync('/proc/loadavg', 'latin1').split(' ')[0]),
  cvs: { ...about(cvs), fields: fieldsOf(cvs.flatMap(({ profile }) => profile ?? [])) },
  odd: about(odd),
  hostile: hostile.map(({ name, read }) => ({ name, ...about([read]) })),
};

if (values.json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
else process.stdout.write(`${lines().join('\n')}\n`);

function about(reads: readonly Read[]) {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of reads) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const readMs = reads.map((read) => read.readMs).sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(readMs[Math.min(readMs.length - 1, Math.floor(share * readMs.length))] ?? 0);
  return {
    files: reads.length,
    outcomes,
    readMs: { median: at(0.5), p95: at(0.95), max: at(1) },
    parseMsMax: Math.round(Math.max(0, ...reads.map((read) => read.parseMs))),
    peakMiB: Math.round(Math.max(0, ...reads.map((read) => read.peakMiB))),
  };
}

function fieldsOf(profiles: readonly CvProfile[]) {
  const share = (holds: (profile: CvProfile) => boolean) => profiles.filter(holds).length;
  const positions = profiles.flatMap((profile) => profile.positions);
  const education = profiles.flatMap((profile) => profile.education);
  return {
    'CVs with a position': share((profile) => profile.positions.length > 0),
    'CVs with education': share((profile) => profile.education.length > 0),
    'CVs with a position or education': share((one) => one.positions.length > 0 || one.education.length > 0),
    'CVs with skills': share((profile) => profile.skills.length > 0),
    'CVs with a headline': share((profile) => profile.headline !== null),
    'CVs with total experience': share((profile) => profile.totalExperienceMonths !== null),
    positions: positions.length,
    'positions with title': positions.filter(({ title }) => title).length,
    'positions with employer': positions.filter(({ employer }) => employer).length,
    'positions with dates': positions.filter(({ dates }) => dates).length,
    'entries of education': education.length,
    'of them with degree': education.filter(({ degree }) => degree).length,
    'of them with school': education.filter(({ institution }) => institution).length,
    'of them with field': education.filter(({ field }) => field).length,
  };
}

function lines(): string[] {
  const table = (
    title: string,
    { files, outcomes, readMs, parseMsMax, peakMiB }: ReturnType<typeof about>,
  ) => [
    '',
    `${title}: ${files} files; milliseconds to read: median ${readMs.median}, p95 ${readMs.p95}, longest ${readMs.max}; ` +
      `longest to parse ${parseMsMax}; largest process ${peakMiB} MiB.`,
    ...Object.entries(outcomes).map(([outcome, count]) => `- ${count} × ${outcome}`),
  ];
  return [
    `OCR: ${summary.ocr ? summary.ocr.join(', ') : 'none'}. Load of the machine at the end: ${summary.load}.`,
    ...table('Real CVs', summary.cvs),
    ...Object.entries(summary.cvs.fields).map(([field, count]) => `- ${count} ${field}`),
    ...table('Odd PDFs', summary.odd),
    '',
    'Made to exhaust the reader:',
    ...summary.hostile.map(
      ({ name, outcomes, readMs, peakMiB }) =>
        `- ${name}: ${Object.keys(outcomes)[0]} ${readMs.max} ms, ${peakMiB} MiB`,
    ),
  ];
}
