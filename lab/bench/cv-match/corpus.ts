import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCv } from '../../../server/domain/cv/parse-cv.ts';
import type { CvDocument, CvProfile } from '../../../server/domain/cv/types.ts';
import { createFaults } from '../../../server/domain/requirements/faults.ts';
import type { RequirementsConfig } from '../../../server/domain/requirements/types.ts';
import { readConfig } from '../../../server/domain/requirements/validate.ts';
import { createPdfReader } from '../../../server/engines/pdf/pdfjs.ts';
import { type BenchJob, jobs } from './jobs.ts';

/** The day that "present" means; fixed, so that figures can be repeated. */
const asOf = '2026-11-01T00:00:00.000Z';
const reader = createPdfReader({ ocr: null });

export interface CorpusFile {
  category: string;
  path: string;
}

export interface CorpusCv {
  category: string;
  document: CvDocument;
  profile: CvProfile;
  text: string;
}

/** The PDFs of a folder that has one of each occupation, named as in jobs.ts. */
export async function filesIn(corpus: string): Promise<CorpusFile[]> {
  const folders = await Promise.all(
    jobs.map(async ({ category }) => {
      const names = await readdir(join(corpus, category));
      return names
        .filter((name) => name.endsWith('.pdf'))
        .map((name) => ({ category, path: join(corpus, category, name) }));
    }),
  );
  return folders.flat();
}

/** Null where it cannot be read. */
export async function readFileOf({ category, path }: CorpusFile): Promise<CorpusCv | null> {
  const reading = await reader.read(path, { signal: new AbortController().signal });
  if (!reading.ok) return null;
  const { document } = reading;
  const profile = parseCv(document, { year: 2026, month: 11 }, 'en');
  return { category, document, profile, text: document.lines.map(({ text }) => text).join('\n') };
}

/** In the order of the files, so many at once. */
export async function readAll<Result>(
  files: readonly CorpusFile[],
  parallel: number,
  read: (file: CorpusFile) => Promise<Result | null>,
): Promise<Result[]> {
  const found: (Result | null)[] = files.map(() => null);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < files.length; at = next++) found[at] = await read(files[at]!);
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return found.filter((one) => one !== null);
}

export const questionOf = (job: BenchJob, { document, profile }: Pick<CorpusCv, 'document' | 'profile'>) => ({
  document,
  profile,
  jobDescription: job.description,
  config: configOf(job),
  submittedAt: asOf,
});

export function configOf(job: BenchJob): RequirementsConfig {
  const faults = createFaults();
  const config = readConfig(
    {
      requirements: {
        workExperience: { from: job.years, to: 60, importance: 5 },
        relevant_industries: [job.industry],
        industries_config: [{ name: job.industry, importance: 5 }],
        skills: {
          hard_skills: job.hardSkills.map(([name, importance]) => ({ name, importance })),
          soft_skills: job.softSkills.map((name) => ({ name, importance: 1 })),
        },
        education: { is_enabled: false },
      },
    },
    'config',
    faults,
  );
  if (!config) throw new Error(`The job "${job.category}" is not valid: ${JSON.stringify(faults)}`);
  return config;
}

/** What words and vectors are asked with: everything the matching is told in words. */
export const queryOf = (job: BenchJob) =>
  [job.description, job.industry, ...job.hardSkills.map(([name]) => name), ...job.softSkills].join('\n');
