import type { Calibrations } from '../explanation/recommendation.ts';
import type { Grammar } from '../grammar/grammar.ts';
import type { AccentResult } from '../scoring/accent.ts';
import type { LevelBand } from '../scoring/cefr-levels.ts';
import type { AccentUse } from '../scoring/overall.ts';
import type { RepeatedPassage } from '../scoring/repeated-passages.ts';
import type { CefrLevel, Dimension, DimensionScore } from '../scoring/types.ts';

export const reportReaders = ['recruiter', 'candidate'] as const;
export type ReportReader = (typeof reportReaders)[number];

export const reportLanguages = ['en', 'de'] as const;
export type ReportLanguage = (typeof reportLanguages)[number];

export type ReportedDimension = DimensionScore & Partial<Pick<AccentResult, 'words' | 'phones'>>;

/** All that a report is made from: what is stored of a finished run, and who the person is. */
export interface ReportSource {
  /** What the customer calls the person: a name, else an id of theirs; null where neither is known. */
  person: string | null;
  /** Language of the interview, ISO 639-1. */
  language: string;
  durationMs: number;
  createdAt: string;
  accentUse: AccentUse;
  /** Absent: not produced, or accent where it is hidden. */
  dimensions: { [Kind in Dimension]?: ReportedDimension };
  /** Not produced; why, `warnings` say. */
  missing: Dimension[];
  /** Where no details are kept: what is left of the level. */
  bareLevel: { score: number; cefr: CefrLevel } | null;
  /** False where the submission asked for no analysis, or its parts are deleted. */
  hasAnalysis: boolean;
  isTwoVoices: boolean;
  isCandidateUnsure: boolean;
  /** Share of the candidate's words that are probably misheard; null where it is not known. */
  wordErrors: number | null;
  repeated: readonly RepeatedPassage[];
  /** Null where none is kept, and outside English. */
  grammar: Grammar | null;
  /** As the analysis says them, in English. */
  warnings: readonly string[];
}

/** The level of the language without accent, and how sure it is. */
export interface ReportedLevel extends LevelBand {
  /** What went in; never empty. */
  basedOn: readonly Dimension[];
  score: number;
  /** 90 %, 0–5; null where no details are kept. */
  interval: [low: number, high: number] | null;
  confidence: DimensionScore['confidence'] | null;
}

export interface Quote {
  text: string;
  startMs: number;
  endMs: number;
}

export interface ReportItem {
  text: string;
  /** What the person said there; null where nothing is to be quoted. */
  quote: Quote | null;
  /** Name of the measure in `analysis` that the sentence rests on; null where it rests on none. */
  measure: string | null;
  /** Present where the text is not in the report's language. */
  language?: 'en';
}

export const sectionKinds = [
  'answer',
  'job',
  'reasons',
  'measured',
  'wentWell',
  'practise',
  'askNext',
  'cautions',
  'about',
] as const;

export interface ReportSection {
  kind: (typeof sectionKinds)[number];
  title: string;
  items: ReportItem[];
}

export interface Report {
  reader: ReportReader;
  language: ReportLanguage;
  title: string;
  /** Who, how long, when: a line under the title. */
  subtitle: string;
  person: string | null;
  /** Null for the candidate, and where nothing of the language was scored. */
  level: ReportedLevel | null;
  /** Null where no job was named, or it asks for no level of this language. */
  job: JobComparison | null;
  sections: ReportSection[];
}

/** What a job asks for in the language of the interview. */
export interface AskedLevel {
  /** As the job words it: "B2", "Fluent". */
  wording: string;
  level: CefrLevel;
  /** The job's title; null where it has none. */
  title: string | null;
}

export interface JobComparison extends AskedLevel {
  /** Probability that the level is the asked one or higher, 0–1; null where the interval is not known. */
  probability: number | null;
  /** open: neither is sure enough. */
  verdict: 'reached' | 'notReached' | 'open';
}

/** What both reports are written from. */
export interface ReportFacts {
  source: ReportSource;
  calibrations: Calibrations;
  level: ReportedLevel | null;
  job: JobComparison | null;
  /** A job was named that asks for no level of the language. */
  asksNothing: boolean;
}

/** Whether anything is quoted. */
export const quotes = (sections: readonly ReportSection[]): boolean =>
  sections.some(({ items }) => items.some(({ quote }) => quote !== null));

/** An item without quotation or measure. */
export const said = (text: string): ReportItem => ({ text, quote: null, measure: null });
