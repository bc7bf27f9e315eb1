/**
 * Everything Assay knows of one language. Whatever is missing is simply not known of it. Where words are parted by "|"
 * they are parts of a regular expression, tried without regard to case.
 */
export interface LanguagePack {
  /** ISO 639-1. */
  code: string;
  /** Unicode locales whose names of months it uses; its code where missing. */
  monthLocales?: readonly string[];
  /** Unicode locales whose names of languages it uses; its code where missing. */
  nameLocales?: readonly string[];
  /** Codes of languages that identification by sound cannot be asked to tell from it: ISO 639-1, and `yue`. */
  soundsLike?: readonly string[];
  /** Codes of languages that its text may be taken for. */
  readsLike?: readonly string[];
  /** Its letters in the other script it is written in. */
  otherLetters?: Readonly<Record<string, string>>;
  /** Every noun is written with a capital, so that one within a sentence tells of no name. */
  capitalNouns?: true;
  /** Filled pauses as recognisers and transcribers spell them. */
  fillers?: readonly string[];
  /** Numbers from ten on as they are spelt, each a word by itself, parted by blanks. */
  numberWords?: string;
  /** Words that join others and tell nothing by themselves: without diacritics, parted by blanks. */
  joiningWords?: string;
  /** Cuts a lower-case word without diacritics to what its inflected forms share. */
  stem?: (word: string) => string;
  /** The present of a verb whose past no rule makes: "teach" of "taught"; other words as they are. */
  presentOf?: (word: string) => string;
  /** Where there are no rules for that: endings to cut, longest first, parted by blanks. */
  wordEndings?: string;
  /** What Tesseract calls its letters, and Tesseract's data for it. */
  ocr: { scripts: readonly string[]; data: string };
  cv: CvWords;
  /** What tells who asks in an interview; where missing, speaking time alone decides who the candidate is. */
  interview?: InterviewWords;
  /** How numbers, signs and abbreviations are said. */
  reading?: WrittenReading;
  /** Syllables of a written word in lower case without diacritics; where missing, its groups of vowel letters. */
  syllables?: (word: string, vowelGroups: number) => number;
}

/** For clauses in lower case without punctuation. */
export interface InterviewWords {
  questions: readonly RegExp[];
  /** What the speaker says who leads the conversation; global. */
  leads: RegExp;
  firstPerson: RegExp;
  /** Names the one who is spoken to: "you", "your". */
  secondPerson: RegExp;
  /** Asks what only the speaker can answer: "what did I learn from it". */
  asksOneself: RegExp;
  /** How an answer begins: "yes", "of course", "I don't know". */
  answers: RegExp;
  /** Whole clauses that ask and are called for by what the other speaker has just said: "why", "and you", "what else". */
  followsUp: RegExp;
  /** Tells of a question and asks none: "he asked me …", "I thought …". */
  reports: RegExp;
  /** How people begin who meet or part. */
  greets: RegExp;
}

/** The written words beside one: "$64" is said otherwise before "billion". */
export interface Beside {
  before?: string | undefined;
  after?: string | undefined;
}

export interface WrittenReading {
  /** Whether a written word is said otherwise than it is spelt. */
  needsSaying(written: string, beside?: Beside): boolean;
  /** What may be said for it, the likeliest first: words, and single capitals for names of letters. */
  spokenForms(written: string, beside?: Beside): string[][];
  /** Names of letters in a row as one word: "A", "I" is "ai". */
  joinLetters(form: readonly string[]): string[];
  /** One spelling of a word that has several. */
  oneSpelling(word: string): string;
}

/** Words of CVs. "Inside": found in the middle of words too, for writing without spaces. */
export interface CvWords {
  /** Section headings, lower case, without accents and punctuation. */
  headings?: Partial<Record<SectionKind, string>>;
  /** "and" between two headings. */
  headingJoint?: string;
  /** What a CV calls itself. */
  documentTitles?: string;
  /** Words that name what a person is employed as. */
  titles?: string;
  titlesInside?: string;
  /** The same as ends of compounds. */
  titleEndings?: string;
  /** Forms and kinds of employers. */
  companies?: string;
  companiesInside?: string;
  /** Kinds of schools. */
  schools?: string;
  schoolsInside?: string;
  /** Kinds of schools as parts of a school's name, and the small words within such a name; with regard to case. */
  schoolNames?: string;
  schoolNamesInside?: string;
  schoolNameLinks?: string;
  /** Before a place that ends the name: "at" in "University of Texas at Austin". */
  schoolPlaceLinks?: string;
  degrees?: Partial<Record<DegreeLevel, string>>;
  /** Degrees as requirements ask for them, and parts of words that show that one is asked for. */
  askedDegrees?: Partial<Record<DegreeLevel, string>>;
  askedDegreeParts?: string;
  /** Studies are not finished. */
  stillStudying?: string;
  /** Small words between a degree and its field. */
  fieldLeads?: string;
  /** "at" between a title and an employer. */
  at?: string;
  /** How well a language is spoken. */
  languageLevels?: Partial<Record<CefrLevel, string>>;
  languageLevelsInside?: Partial<Record<CefrLevel, string>>;
  nativeLanguage?: string;
  nativeLanguageInside?: string;
  /** Names of languages that the locale data do not know, with their codes; and what may be left out before a name. */
  languageNames?: Readonly<Record<string, string>>;
  languageNameStart?: string;
  /** What people call time away from work. */
  careerBreaks?: string;
  dates?: DateWords;
  /** "years" behind a number. */
  years?: string;
  /** Labels of age, gender, nationality, family and faith at the beginning of a line. */
  personalDetails?: string;
  honorifics?: string;
  /** Before a person's name and a colon. */
  nameLabels?: string;
  /** Small words within a person's name. */
  nameParticles?: string;
}

/** The terms are those of universities: half a year each, the winter term from October. */
export type PartOfYear =
  | 'beginning'
  | 'early'
  | 'mid'
  | 'late'
  | 'end'
  | 'spring'
  | 'summer'
  | 'autumn'
  | 'winter'
  | 'summerTerm'
  | 'winterTerm';

export interface DateWords {
  /** "present", as a whole word; and written right behind a date. */
  today?: string;
  todayBehind?: string;
  /** Between two dates, and before the first. */
  until?: string;
  since?: string;
  /** Between these and a date. */
  articles?: string;
  /** "circa". */
  about?: string;
  /** "between", where two dates are joined by "and". */
  between?: string;
  /** Between a month or part of a year and the year. */
  of?: string;
  /** Parts of a year, no regular expressions: "early", "summer". */
  parts?: Partial<Record<PartOfYear, string>>;
  /** Behind a season: "semester". */
  terms?: string;
  /** With a number before or behind it: "Q1", "2nd half". */
  quarter?: string;
  half?: string;
  /** Before a year: "FY", "school year". */
  fiscal?: string;
  /** Behind a year: "г." */
  yearMarks?: string;
  /** Abbreviations by month, 1–12, that the locale data do not know, parted by blanks. */
  months?: Readonly<Record<number, string>>;
}

export type SectionKind =
  | 'summary'
  | 'experience'
  | 'education'
  | 'skills'
  | 'languages'
  | 'certificates'
  | 'projects'
  | 'awards'
  | 'publications'
  | 'volunteering'
  | 'interests'
  | 'references'
  | 'contact'
  /** Before the first heading. */
  | 'top'
  | 'other';

export type CefrLevel = 'A1' | 'A2' | 'B1' | 'B2' | 'C1' | 'C2';

/** In rising order, as in ISCED: school, vocational training or short cycle, bachelor, master, doctorate. */
export const degreeLevels = ['school', 'vocational', 'bachelor', 'master', 'doctorate'] as const;
export type DegreeLevel = (typeof degreeLevels)[number];
