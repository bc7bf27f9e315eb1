import type { InterviewWords } from '../languages/pack.ts';
import { packOf } from '../languages/registry.ts';
import { clock } from '../transcript/clock.ts';
import type { SpokenWord, Turn } from '../transcript/types.ts';
import { type Clause, clausesOf, isFirstPerson, leadingPhrases } from './cues.ts';

export interface DetectedCandidate {
  /** A `Turn.speaker`. */
  speaker: string;
  /** "Speaker 2". */
  speakerLabel: string;
  confidence: 'high' | 'medium' | 'low';
  /** A sentence or two a recruiter can check against the transcript. */
  reason: string;
  /** Words recognised from the candidate, without fillers. */
  wordCount: number;
}

/** What is measured of each speaker; shares are of all speakers' together. */
export interface SpeakerProfile {
  speaker: string;
  speakingShare: number;
  questions: number;
  /** What the speaker said that leads a conversation, lower case. */
  leadingPhrases: string[];
  /** Share of the speaker's own clauses that tell of themselves. */
  firstPersonShare: number;
  clauses: number;
  meanTurnMs: number;
}

/**
 * Weights of the log-odds-like points that make a speaker the candidate. Set by hand so that the usual interview (two thirds of the time,
 * none of the questions) is clear on either ground alone, and no single weak sign is.
 */
const POINTS = { speaking: 1.2, turnLength: 0.6, questions: 2.4, leading: 0.8, firstPerson: 1.5 };
/** Fewer questions or phrases than this weigh less. */
const FULL_QUESTIONS = 4;
const FULL_PHRASES = 2;
/** Who leads a conversation asks in so many of their clauses; fewer questions among much talk are a talker's, or a reader's. */
const LEADERS_ASKING_SHARE = 0.25;
/** Fewer clauses say little about a speaker's way of speaking. */
const FULL_CLAUSES = 8;
/** Lead over the next speaker, in points. */
const HIGH_MARGIN = 2;
const MEDIUM_MARGIN = 0.8;
/** Less sure of how many people speak than this, the candidate's words may be mixed with another person's. */
export const sureOfCount = 0.9;
const FAIRLY_SURE_OF_COUNT = 0.75;
const MIN_QUOTE_WORDS = 4;
const MAX_QUOTE_WORDS = 7;

/** "S2" -> "Speaker 2". */
export const speakerLabel = (speaker: string): string => `Speaker ${speaker.replace(/^S/, '')}`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * Which speaker is the candidate: who talks most and longest at a time, tells of themselves, and asks and leads least. Questions are known
 * by their wording, which is looked at in English only; elsewhere time alone decides, with `medium` confidence at most unless it is very
 * clear.
 *
 * @param words in time order, with their speakers
 * @param language ISO 639-1
 * @param given.wordsAreTrusted false where too many words are misheard: such words make questions that no speaker asked, so that time
 *   alone decides
 * @param given.countProbability that as many people speak as were told apart, 0–1; under .9 confidence is `medium` at most, under .75 `low`
 * @returns undefined without speech
 */
export function detectCandidate(
  words: readonly SpokenWord[],
  turns: readonly Turn[],
  language: string,
  {
    wordsAreTrusted = true,
    countProbability = 1,
  }: { wordsAreTrusted?: boolean; countProbability?: number } = {},
): DetectedCandidate | undefined {
  const cues = wordsAreTrusted ? packOf(language)?.interview : undefined;
  const clauses = cues ? clausesOf(words, cues) : [];
  const profiles = profileSpeakers(words, turns, clauses, cues);
  if (profiles.length === 0) return undefined;
  const ranked = profiles
    .map((profile) => ({ profile, points: candidatePoints(profile, profiles) }))
    .sort((a, b) => b.points - a.points || a.profile.speaker.localeCompare(b.profile.speaker));
  const [first, second] = [ranked[0]!, ranked[1]];
  const { speaker } = first.profile;
  const found = {
    speaker,
    speakerLabel: speakerLabel(speaker),
    wordCount: words.filter((word) => word.speaker === speaker && !word.filler).length,
  };
  const isSure = countProbability >= sureOfCount;
  const most = isSure ? 'high' : countProbability >= FAIRLY_SURE_OF_COUNT ? 'medium' : 'low';
  if (!second) {
    const only = `${speakerLabel(speaker)} is the only person heard in the recording`;
    const reason = {
      high: `${only}.`,
      medium: `${only}, as far as voices can be told apart.`,
      low: 'Only one voice was told apart, but a second person may speak, too. Please listen before relying on the scores.',
    }[most];
    return { ...found, confidence: most, reason };
  }
  const margin = first.points - second.points;
  const byMargin = margin >= HIGH_MARGIN ? 'high' : margin >= MEDIUM_MARGIN ? 'medium' : 'low';
  const confidence = byMargin === 'high' || most === 'low' ? most : byMargin;
  const unread = cues ? null : wordsAreTrusted ? 'language' : 'confidence';
  const reason = explain(first.profile, profiles, clauses, { confidence, unread, isSure });
  return { ...found, confidence, reason };
}

export function profileSpeakers(
  words: readonly SpokenWord[],
  turns: readonly Turn[],
  clauses: readonly Clause[],
  cues: InterviewWords | undefined,
): SpeakerProfile[] {
  const ids = [...new Set([...turns, ...words].map(({ speaker }) => speaker))].sort();
  // Recordings without turns are measured by their words.
  const spans = turns.length > 0 ? turns : words;
  const speakingMs = (speaker?: string) =>
    spans
      .filter((span) => speaker === undefined || span.speaker === speaker)
      .reduce((sum, span) => sum + span.endMs - span.startMs, 0);
  const totalMs = Math.max(1, speakingMs());
  return ids.map((speaker) => {
    const own = clauses.filter((clause) => clause.speaker === speaker);
    const ownMs = speakingMs(speaker);
    return {
      speaker,
      speakingShare: ownMs / totalMs,
      questions: own.filter(({ asks }) => asks).length,
      leadingPhrases: cues ? own.flatMap((clause) => leadingPhrases(clause, cues)) : [],
      firstPersonShare:
        cues && own.length > 0 ? own.filter((clause) => isFirstPerson(clause, cues)).length / own.length : 0,
      clauses: own.length,
      meanTurnMs: ownMs / Math.max(1, floorsOf(speaker, spans)),
    };
  });
}

/** How often a speaker takes the floor: neighbouring turns of one speaker are one. */
function floorsOf(speaker: string, spans: readonly { speaker: string }[]): number {
  return spans.filter((span, i) => span.speaker === speaker && spans[i - 1]?.speaker !== speaker).length;
}

function candidatePoints(profile: SpeakerProfile, all: readonly SpeakerProfile[]): number {
  const total = (of: (one: SpeakerProfile) => number) => all.reduce((sum, one) => sum + of(one), 0);
  const logShare = (share: number) => Math.log(Math.max(0.02, share) * all.length);
  const questions = total((one) => one.questions);
  const phrases = total((one) => one.leadingPhrases.length);
  const meanTurnMs = total((one) => one.meanTurnMs) / all.length;
  const shareOf = (part: number, whole: number, full: number) =>
    whole === 0 ? 0 : (part / whole) * Math.min(1, whole / full);
  return (
    POINTS.speaking * logShare(profile.speakingShare) +
    POINTS.turnLength * Math.log(Math.max(0.1, profile.meanTurnMs / Math.max(1, meanTurnMs))) -
    POINTS.questions *
      shareOf(profile.questions, questions, FULL_QUESTIONS) *
      Math.min(1, profile.questions / Math.max(1, profile.clauses) / LEADERS_ASKING_SHARE) -
    POINTS.leading * shareOf(profile.leadingPhrases.length, phrases, FULL_PHRASES) +
    POINTS.firstPerson * profile.firstPersonShare * Math.min(1, profile.clauses / FULL_CLAUSES)
  );
}

function explain(
  candidate: SpeakerProfile,
  all: readonly SpeakerProfile[],
  clauses: readonly Clause[],
  {
    confidence,
    unread,
    isSure,
  }: {
    confidence: string;
    /** Why the words were not looked at. */
    unread: 'language' | 'confidence' | null;
    /** Of how many people speak. */
    isSure: boolean;
  },
): string {
  const parts = [
    `${speakerLabel(candidate.speaker)} talks for ${percent(candidate.speakingShare)} of the time`,
  ];
  if (candidate.firstPersonShare >= 0.25) {
    const quote = firstPersonQuote(candidate.speaker, clauses);
    const often = candidate.firstPersonShare >= 0.5 ? 'mostly' : 'often';
    parts[0] += `, ${often} in the first person${quote ? ` (${quote})` : ''}`;
  } else parts[0] += `, ${Math.round(candidate.meanTurnMs / 1000)} s at a time on average`;
  const questions = all.reduce((sum, one) => sum + one.questions, 0);
  const asker = all.toSorted((a, b) => b.questions - a.questions)[0]!;
  if (questions > 0) {
    const asked =
      asker.questions === questions
        ? questions === 1
          ? 'the only question'
          : `all ${questions} questions`
        : `${asker.questions} of the ${questions} questions`;
    parts.push(
      asker.speaker === candidate.speaker
        ? `but the same speaker asks ${asked}`
        : `${speakerLabel(asker.speaker)} asks ${asked}`,
    );
  }
  const leader = all.toSorted((a, b) => b.leadingPhrases.length - a.leadingPhrases.length)[0]!;
  if (leader.speaker !== candidate.speaker && leader.leadingPhrases.length >= FULL_PHRASES) {
    const said = [...new Set(leader.leadingPhrases)].slice(0, 2).map((phrase) => `"${phrase}"`);
    parts.push(`${speakerLabel(leader.speaker)} leads the conversation (${said.join(', ')})`);
  }
  let reason = `${parts.join('; ')}.`;
  if (unread === 'language') reason += ' In this language only the speaking times were compared.';
  if (unread === 'confidence')
    reason +=
      ' The words were heard with too little certainty to go by; only the speaking times were compared.';
  if (!isSure)
    reason +=
      ' How many people speak is not certain: please check who says what before relying on the scores.';
  else if (confidence === 'low')
    reason += ' The signs are weak: please check that this is the candidate before relying on the scores.';
  return reason;
}

/** The first clause of some length that begins with "I", as `"I worked on the …", 0:42`. */
function firstPersonQuote(speaker: string, clauses: readonly Clause[]): string | undefined {
  for (const clause of clauses) {
    if (clause.speaker !== speaker || clause.asks) continue;
    const at = clause.words.findIndex((word) => /^i(?:'\w+)?$/.test(word));
    const words = clause.words.slice(at, at + MAX_QUOTE_WORDS);
    if (at < 0 || words.length < MIN_QUOTE_WORDS) continue;
    const text = words.join(' ').replaceAll(/\bi\b/g, 'I');
    return `"${text}${clause.words.length > at + MAX_QUOTE_WORDS ? '…' : ''}", ${clock(clause.wordStartsMs[at]!)}`;
  }
  return undefined;
}
