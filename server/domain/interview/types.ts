/** What competency questions are about; each language has at least one question for each. */
export const competencies = [
  'teamwork',
  'communication',
  'organisation',
  'learning',
  'pressure',
  'service',
  'leadership',
  'accuracy',
] as const;
export type Competency = (typeof competencies)[number];

/** Kinds of work that have questions of their own. */
export const roleFamilies = [
  'software',
  'data',
  'sales',
  'customer-service',
  'health-care',
  'teaching',
  'operations',
  'finance',
  'trades',
  'management',
] as const;
export type RoleFamily = (typeof roleFamilies)[number];

/** Phrases of the interviewer beside the questions. Those with a slot are written with `{role}` or `{skill}`. */
export const phraseKinds = [
  'greeting',
  'introduction',
  'aboutRole',
  'thanks',
  'next',
  'toProblem',
  'toMotivation',
  'silence',
  'moveOn',
  'more',
  'example',
  'result',
  'ownPart',
  'measure',
  'tool',
  'repeat',
  'wait',
  'lateTime',
  'timeOver',
  'candidateQuestions',
  'passOn',
  'otherQuestions',
  'skill',
  'cannotHear',
  'closing',
] as const;
export type PhraseKind = (typeof phraseKinds)[number];

export interface Questions {
  opening: readonly string[];
  experience: readonly string[];
  problem: readonly string[];
  motivation: readonly string[];
  competency: Readonly<Partial<Record<Competency, readonly string[]>>>;
}

/** Patterns over what a candidate said, in lower case. They choose among our phrases and do nothing else. */
export interface Cues {
  /** What means something only where nothing else is said: phrases in lower case, parted by "|". */
  alone: {
    /** "Stop.", "Wait." */
    stop: string;
    /** "Sorry?", "Again." */
    again: string;
    /** What may be said with either: "please". */
    beside: string;
  };
  /** "Could you repeat the question?" */
  repeat: RegExp;
  /** "One moment, please." */
  wait: RegExp;
  /** "I don't know", "I would rather not say". */
  decline: RegExp;
  /** "No, I have no questions." */
  noQuestions: RegExp;
  /** A particular occasion is told. */
  example: RegExp;
  /** How something ended is told. */
  result: RegExp;
  /** Others did it too. */
  team: RegExp;
}

/** A part of what candidates are told before an interview. */
export interface NoticeSection {
  title: string;
  paragraphs: readonly string[];
}

/** What candidates are told, in one language. In braces: {client} who invites, {role}, {contact}, {url}. */
export interface NoticeTexts {
  program: { title: string; text: string };
  recorded: { title: string; text: string };
  /** `none`: nothing is scored. */
  scored: { title: string; text: string; none: string };
  seen: { title: string; text: string };
  kept: {
    title: string;
    text: string;
    recording: string;
    transcript: string;
    scores: string;
    untilDeleted: string;
  };
  ask: { title: string; text: string; contact: string; privacy: string };
  without: { title: string; text: string };
  /** Above a client's own text. */
  added: string;
  /** What is agreed to: to be recorded, or to be scored, too. */
  agree: { recorded: string; scored: string };
}

/**
 * A mail with a link to an interview, in one language. In braces: {client} who invites, {role}, {name} of the candidate, {minutes} at most,
 * {deadline}, {contact}.
 */
export interface MailTexts {
  subject: Readonly<Record<'invitation' | 'reminder' | 'link', string>>;
  greeting: string;
  greetingWithoutName: string;
  invited: string;
  /** Before the above, in a reminder and in a mail with a new link. */
  reminder: string;
  newLink: string;
  /** On the link. */
  open: string;
  needed: string;
  until: string;
  personal: string;
  ask: string;
  contact: string;
  /** What the calendar shows. */
  calendar: string;
}

/** Everything the interviewer says and understands in one language, and what candidates are told before. A list holds variants; a variant may have several sentences. */
export interface InterviewTexts {
  /** ISO 639-1. */
  code: string;
  notice: NoticeTexts;
  /** One question before the interview, and what is said to its answer. */
  practice: { question: string; thanks: string };
  mail: MailTexts;
  phrases: Readonly<Record<PhraseKind, readonly string[]>>;
  questions: Questions & { competency: Readonly<Record<Competency, readonly string[]>> };
  /** Where a language has them, these come before the general questions. */
  families?: Readonly<Record<RoleFamily, Questions>>;
  cues: Cues;
}

/** Something to say. `id` names the text within its language: what has no slot is always the same and can be synthesised ahead. */
export interface Sentence {
  id: string;
  text: string;
  /** Whether the text is the same in every interview. */
  isFixed: boolean;
}

/** `own`: a client's own question. */
export const stages = ['opening', 'experience', 'competency', 'problem', 'motivation', 'own'] as const;
export type Stage = (typeof stages)[number];

export interface PlannedQuestion {
  stage: Stage;
  /** Id of the question without its sentence's number, e.g. "en/software/problem/0". */
  id: string;
  text: string;
  isFixed: boolean;
  /** Of a client's own question; absent: as for ours. */
  own?: Omit<OwnQuestion, 'text'>;
}

/** A question that a client has written. */
export interface OwnQuestion {
  text: string;
  /** How long answers to it may take together before the next question comes; null: as long as the others leave. */
  seconds: number | null;
  /** Whether more may be asked about an answer. */
  followUps: boolean;
  /** Never left out for want of time. */
  mustAsk: boolean;
}

/** What an interview is to be, as plain data. */
export interface InterviewPlan {
  /** ISO 639-1. */
  language: string;
  family: RoleFamily | null;
  /** As it is said; empty when no name can be said. */
  role: string;
  /** Decides between variants: the same seed gives the same interview. */
  seed: string;
  /** From the first word to the last, in milliseconds. */
  budgetMs: number;
  questions: readonly PlannedQuestion[];
}

export type FollowUp = 'more' | 'example' | 'result' | 'ownPart' | 'measure' | 'tool';

/** What a good answer tells beside what was done, and what makes one ask further. */
export type Told = 'example' | 'result' | 'ownPart' | 'measure' | 'tool';

/** Where an interview is; plain data that survives a crash. */
export interface InterviewState {
  plan: InterviewPlan;
  phase: 'asking' | 'candidate-questions' | 'over';
  /** The question under way, as an index of the plan; −1 before the first. */
  at: number;
  /** When the question under way was asked, on the interview's clock; absent in interviews from before 1.1. */
  askedAtMs?: number;
  /** What has been asked about the question under way, and what its answers have told so far. */
  followUps: readonly FollowUp[];
  told: readonly Told[];
  /** Silences since the candidate or the interviewer last spoke. */
  silences: number;
  /** Questions in a row that the candidate did not answer. */
  unanswered: number;
  /** Ids of what has been said. */
  said: readonly string[];
  /** What the candidate is to answer now, for when they ask to hear it again. */
  question: readonly Sentence[];
}

/** What happened, on the interview's clock: milliseconds since it began. */
export type InterviewEvent =
  /** The candidate's turn has ended. `durationMs` is the time spent speaking; 0 for typed answers. */
  | { type: 'answer'; atMs: number; text: string; durationMs: number }
  /** Neither side has spoken for some time. */
  | { type: 'silence'; atMs: number }
  /** Time has passed, with speech or without. Most often there is nothing to say. */
  | { type: 'time'; atMs: number };

export interface InterviewReply {
  state: InterviewState;
  say: readonly Sentence[];
  /** What is said again because the candidate asked for it or did not answer. */
  isRepeat: boolean;
  /** Nothing comes after this. */
  isOver: boolean;
}
