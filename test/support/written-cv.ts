import { resolve } from 'node:path';
import { parseCv } from '#server/domain/cv/parse-cv.ts';
import type { CvDocument, TextLine } from '#server/domain/cv/types.ts';
import type { MatchQuestion } from '#server/domain/matching/reading.ts';
import { scoreByMeaning } from '#server/domain/matching/score-by-meaning.ts';
import { scoreMatch } from '#server/domain/matching/score-match.ts';
import type { MatchScore, RequirementScore } from '#server/domain/matching/types.ts';
import { createFaults } from '#server/domain/requirements/faults.ts';
import type { RequirementsConfig } from '#server/domain/requirements/types.ts';
import { readConfig } from '#server/domain/requirements/validate.ts';
import { openStatements } from '#server/engines/embeddings/onnx/statements.ts';
import { openStaticEmbeddings } from '#server/engines/embeddings/static/engine.ts';
import { loadTaxonomies, loadTitles } from '#server/engines/skills/files.ts';

const skills = resolve(import.meta.dirname, '../../models/skills');
export const taxonomies = loadTaxonomies(skills);
export const titles = loadTitles(skills);

/** The bundled vectors, opened once. */
export const embeddings = openStaticEmbeddings(resolve(import.meta.dirname, '../../models/bundled'));

/** The bundled network for what is told in other words, opened once. */
export const statements = openStatements(resolve(import.meta.dirname, '../../models/bundled'));

const linesPerPage = 50;

/** A CV as a reader of PDFs gives it: one line of text a line, a bullet where a line begins with "- ". */
export function writtenCv(text: string): CvDocument {
  const lines = text.trim().split('\n');
  const pageCount = Math.ceil(lines.length / linesPerPage);
  return {
    pages: Array.from({ length: pageCount }, (_, index) => ({
      number: index + 1,
      widthPt: 595,
      heightPt: 842,
      source: 'text',
    })),
    lines: lines.flatMap((line, index) =>
      line.trim() ? [lineOf(line.trim(), index, lines[index - 1])] : [],
    ),
  };
}

function lineOf(written: string, index: number, before: string | undefined): TextLine {
  const isBullet = written.startsWith('- ');
  const text = isBullet ? written.slice(2) : written;
  const box = {
    x: 0.1,
    y: 0.05 + (index % linesPerPage) * 0.018,
    width: Math.min(0.8, text.length * 0.008),
    height: 0.012,
  };
  return {
    text,
    page: Math.floor(index / linesPerPage) + 1,
    box,
    runs: [{ start: 0, end: text.length, x: box.x, width: box.width }],
    fontSizePt: 11,
    isBold: false,
    isBullet,
    startsBlock: before === undefined || before.trim() === '',
    isHyphenated: text.endsWith('-'),
  };
}

/** A requirements config with what is given and the safe defaults for the rest. */
export function configWith(requirements: Record<string, unknown>): RequirementsConfig {
  const faults = createFaults();
  const config = readConfig(
    { requirements: { education: { is_enabled: false }, ...requirements } },
    'config',
    faults,
  );
  if (!config) throw new Error(`Not a valid config: ${JSON.stringify(requirements)}`);
  return config;
}

export function matchOf(
  cv: string | CvDocument,
  requirements: Record<string, unknown>,
  jobDescription = 'Accountant',
): MatchScore {
  return scoreMatch(questionOf(cv, requirements, jobDescription), taxonomies);
}

/** As a match is scored in earnest: by meaning too. */
export async function meantMatchOf(
  cv: string | CvDocument,
  requirements: Record<string, unknown>,
  jobDescription = 'Accountant',
): Promise<MatchScore> {
  const question = questionOf(cv, requirements, jobDescription);
  const book = { taxonomies, embeddings: await embeddings, statements: await statements };
  return scoreByMeaning(question, book, new AbortController().signal);
}

function questionOf(
  cv: string | CvDocument,
  requirements: Record<string, unknown>,
  jobDescription: string,
): MatchQuestion {
  const document = typeof cv === 'string' ? writtenCv(cv) : cv;
  return {
    document,
    profile: parseCv(document, { year: 2026, month: 11 }, 'en'),
    jobDescription,
    config: configWith(requirements),
    submittedAt: '2026-11-15T10:00:00.000Z',
  };
}

/** The only requirement of a match. */
export function verdictOn(
  cv: string,
  requirements: Record<string, unknown>,
  jobDescription?: string,
): RequirementScore {
  const match = matchOf(cv, requirements, jobDescription);
  if (match.requirements.length !== 1)
    throw new Error(`${match.requirements.length} requirements were scored.`);
  return match.requirements[0]!;
}

export const accountantCv = `
Jane Baker
jane.baker@example.org | +44 20 7946 0000
Senior Accountant

Summary
Accountant with a calm hand for month-end closing and audits.

Experience

Senior Accountant
Northwind Traders Ltd, Leeds
March 2021 – Present
- Reconciled bank accounts and posted journal entries to the G/L
- Prepared financial statements and tax returns in QuickBooks
- Supervised two junior accountants

Accountant
Contoso Bank, York
January 2018 – February 2021
- Processed A/P and A/R and prepared budgets
- Led the migration of supplier invoices to SAP

Education
Bachelor of Science in Accounting, University of Leeds, 2014 – 2017

Skills
Excel, PowerPoint, customer service, forecasting

Languages
English (native), German (B2)
`;
