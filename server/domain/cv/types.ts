import type { CefrLevel, DegreeLevel, SectionKind } from '../languages/pack.ts';

/**
 * A CV as it was read, and what it says of the person. Everything is plain data (it crosses a thread boundary and is
 * stored as JSON). Nothing in here guesses: what a CV does not say is null or missing.
 */

/**
 * A rectangle on a page as it is displayed (rotation applied), in shares of the page's width and height, 0–1, four
 * decimals; `x`, `y` are its upper left corner. It does not depend on how large a page is drawn.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface CvPage {
  /** 1-based. */
  number: number;
  /** In PDF points, as displayed. */
  widthPt: number;
  heightPt: number;
  /** `ocr`: the text was recognised in a picture of the page and may be misread. `docx`: the page was set by us from a Word file, which has none. */
  source: 'text' | 'ocr' | 'docx';
}

/** Where a stretch of a line's text stands: `start`, `end` are offsets into the text, end exclusive. */
export interface TextRun {
  start: number;
  end: number;
  /** Left edge and width, as in Box; top and height are the line's. */
  x: number;
  width: number;
}

/** One line as it is read; cells of a table row and side-by-side columns are lines of their own where they are read so. */
export interface TextLine {
  /** Without bullet, control characters or spaces at either end; ligatures and broken encodings repaired. */
  text: string;
  /** 1-based. */
  page: number;
  box: Box;
  /** In order of the text, not overlapping; repairs inside a run keep the run's place. */
  runs: TextRun[];
  fontSizePt: number;
  isBold: boolean;
  /** A bullet or number stood before the text. */
  isBullet: boolean;
  /** The vertical gap to the line before is wider than between lines of one paragraph, or a column or page begins. */
  startsBlock: boolean;
  /** Ends in a word that goes on in the next line: "accoun-"; `text` keeps the hyphen. */
  isHyphenated: boolean;
}

/** A whole CV in reading order, running headers and footers left out. */
export interface CvDocument {
  pages: CvPage[];
  lines: TextLine[];
  /** Author and title as the file's properties have them; absent where there are none. */
  properties?: string[];
}

/** Words of the CV and where they stand. */
export interface Evidence {
  /** As written in the CV, from one line. */
  text: string;
  page: number;
  box: Box;
}

/** What the CV says, in a form to compare, with the words it was read from. */
export interface Found<Value> {
  value: Value;
  evidence: Evidence[];
}

/** A month of a year; `month` (1–12) is null where only the year is given. */
export interface YearMonth {
  year: number;
  month: number | null;
}

/** `end` null: it goes on ("Present"). A single date has `start` equal to `end`, a season or quarter its first and last month. */
export interface DateRange {
  start: YearMonth;
  end: YearMonth | null;
}

export interface CvSection {
  kind: SectionKind;
  /** As written; empty for `top`. */
  title: string;
  /** Offsets into `CvDocument.lines`, end exclusive; the heading itself is outside. */
  firstLine: number;
  endLine: number;
}

export interface Position {
  title: Found<string> | null;
  employer: Found<string> | null;
  location: Found<string> | null;
  dates: Found<DateRange> | null;
  /** Whole months, both ends counted; null without dates. A lone year counts 12, a range of years counts from middle to middle. */
  months: number | null;
  /** What was done there: offsets into `CvDocument.lines`, end exclusive. */
  firstLine: number;
  endLine: number;
}

export interface Education {
  degree: Found<{ level: DegreeLevel; name: string }> | null;
  /** Field of study as written, e.g. "Accounting and Controlling". */
  field: Found<string> | null;
  institution: Found<string> | null;
  dates: Found<DateRange> | null;
  /** Says it is not finished, or its dates go on. */
  isOngoing: boolean;
  firstLine: number;
  endLine: number;
}

export interface LanguageSkill {
  /** ISO 639-1. */
  code: string;
  /** As the CV says it, or what its words mean ("fluent": C1, "basic": A2); null where it says none. */
  level: CefrLevel | null;
  isNative: boolean;
}

export interface CvProfile {
  /** ISO 639-1 code of the language the CV is written in; null where that is unclear. */
  language: string | null;
  contacts: {
    name: Found<string> | null;
    emails: Found<string>[];
    /** Digits with a leading "+" where one stood. */
    phones: Found<string>[];
    /** Absolute addresses. */
    links: Found<string>[];
    location: Found<string> | null;
  };
  /** The title the person gives themselves. */
  headline: Found<string> | null;
  sections: CvSection[];
  /** In the order of the CV. */
  positions: Position[];
  /** Months worked, overlaps counted once, up to the day of submission; null when no position has dates. */
  totalExperienceMonths: number | null;
  education: Education[];
  /** What stands in sections of skills, one entry each, as written. */
  skills: Found<string>[];
  languages: Found<LanguageSkill>[];
  certificates: Found<string>[];
  /** What stands in the CV and was not understood, for people. */
  warnings: string[];
}
