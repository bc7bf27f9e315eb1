import type { Wording } from '../../explanation/measures.ts';
import type { StructureKind } from '../../grammar/range.ts';
import type { LevelBand } from '../../scoring/cefr-levels.ts';
import type { Dimension, DimensionScore } from '../../scoring/types.ts';
import type { JobComparison, ReportedLevel, ReportReader, ReportSection, ReportSource } from '../types.ts';

type Figures = Pick<DimensionScore, 'score' | 'interval'>;

/** Every fixed sentence of a report, in one language. Numbers come in as they were measured. */
export interface ReportTexts {
  title: Record<ReportReader, string>;
  subtitle(source: ReportSource): string;
  sections: Record<ReportReader, Partial<Record<ReportSection['kind'], string>>>;
  wordings: Readonly<Record<string, Wording>>;
  /** "B1 to B2, most likely B2" */
  band(band: LevelBand): string;
  dimensions: Record<Dimension, string>;
  /** The answer: level and figures; what it is made of. */
  level(level: ReportedLevel): string;
  noLevel: string;
  sureness: Record<DimensionScore['confidence'], string>;
  dimension(name: string, band: LevelBand, figures: Figures): string;
  /** `hasLevel`: a level stands above it. */
  accent(band: LevelBand, figures: Figures, hasLevel: boolean): string;
  notScored(name: string): string;
  job(job: JobComparison): string;
  jobMeans: string;
  /** `language`: ISO 639-1 */
  asksNothing(language: string): string;
  raises(told: string): string;
  lowers(told: string): string;
  /** By group of measures: what a candidate can do who is at least about usual in it. */
  can: Readonly<Record<string, string>>;
  measured(can: string, name: string, usual: string): string;
  /** Structures of grammar that were used without a slip; never empty. */
  structures(kinds: readonly StructureKind[]): string;
  slip(wrong: string, right: string): string;
  clearWords(clear: number, all: number): string;
  /** Where something is quoted. */
  quotations: string;
  noReasons: string;
  /** By group of measures: what to ask a candidate whose score it lowers. */
  ask: Readonly<Record<string, string>>;
  askTwoVoices: string;
  /** Where no level could be told. */
  askForMore: string;
  askAboutLevel(job: JobComparison): string;
  askAboutRepeated(first: string, again: string): string;
  askMore: string;
  cautions: {
    twoVoices: string;
    candidateUnsure: string;
    misheard(percent: number): string;
    repeated(words: number): string;
    beyondNorms: string;
    /** Before sentences of the analysis, which are English; empty where the report is, too. */
    analysis: string;
  };
  /** What is not told, and who decides. */
  about: Record<ReportReader, readonly string[]>;
  candidate: {
    sayInstead(wrong: string, right: string): string;
    /** What B2 is, for a page that says it. */
    aboutB2: string;
    longStretch: string;
    sound(example: string, ipa: string): string;
    practiseSounds(sounds: readonly string[]): string;
    nothingToPractise: string;
    rough: string;
    top: string;
    tooLittle: string;
  };
}
