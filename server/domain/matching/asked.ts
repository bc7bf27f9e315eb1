import type { Certificate } from '../certificates/certificates.ts';
import type { LanguageLevel } from '../requirements/types.ts';
import type { Amount } from './amounts.ts';
import type { Rank, SkillLevel } from './levels.ts';
import type { Concept, Taxonomy } from './taxonomy.ts';

/** One thing that a sentence asks for. */
export interface AskedThing {
  /** The words of the sentence that name it, without those that say how long or how well. */
  phrase: string;
  /** The part of the sentence that asks for it, as it is but for the years. */
  said: string;
  /** The same of the whole sentence. */
  sentence: string;
  /** Taxonomies' concepts in it that no longer one holds. */
  concepts: readonly { concept: Concept; taxonomy: Taxonomy; start: number; end: number }[];
  /** Telling words of the phrase that belong to no concept. */
  otherWords: readonly string[];
  /** Null unless a certificate or licence is asked for, which is another thing than doing the work. */
  certificate: AskedCertificate | null;
  /** A position is asked for ("as a sous chef"): titles decide, not tasks. */
  isRole: boolean;
  /** Its concepts were guessed from what is to be done; the phrase names none of them. */
  isDescribed: boolean;
}

/** `known`: of the list of certificates; null: one that the list does not have, by its phrase. */
export interface AskedCertificate {
  known: Certificate | null;
  /** "or equivalent": another of its field will do in part. */
  orEquivalent: boolean;
}

/** What any one of several things will do for; how long, how well and how high it is asked for, null where it does not say. */
export interface AskedGroup {
  anyOf: readonly AskedThing[];
  years: number | null;
  level: SkillLevel | null;
  rank: Rank | null;
  /** How much or many of it is asked for at least: "a team of 10". */
  amount: Amount | null;
}

/** A sentence such as "At least 3 years with SAP or Oracle and fluent German", taken apart: all of it is asked for. */
export interface AskedText {
  things: readonly AskedGroup[];
  /** Years of nothing in particular; null where none are asked for, or of a thing. */
  years: number | null;
  degree: { name: string; fields: string[] } | null;
  /** The degree will do in place of the things, or they in its place. */
  isDegreeEnough: boolean;
  languages: readonly { name: string; level: LanguageLevel | null }[];
  /** "German or French": one of the languages is enough. */
  isAnyLanguageEnough: boolean;
  /** "No experience in fast food": met by who has none. */
  isInverted: boolean;
  /** The sentence without the years. */
  said: string;
}
