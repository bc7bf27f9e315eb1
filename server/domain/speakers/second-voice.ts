import type { InterviewWords } from '../languages/pack.ts';
import { packOf } from '../languages/registry.ts';
import { clock } from '../transcript/clock.ts';
import type { Span, SpokenWord } from '../transcript/types.ts';
import { type Clause, clausesOf, isFirstPerson } from './cues.ts';
import { type DetectedCandidate, speakerLabel, sureOfCount } from './detect-candidate.ts';

/** Why the words of one speaker may be two people's: what readers, scorers and the run's end have to know. */
export interface SecondVoice {
  /** A sentence a recruiter can check against the transcript. */
  because: string;
  /** Silences between one clause and the next: a second person may begin to speak there, so that they are no pauses. */
  borders: Span[];
}

/** One person's talk has so many questions with answers in each clause: asked for effect, or told of. */
const CHANCE_PER_CLAUSE = 0.02;
/** Log odds of two people that each further one adds; talk of two has about five times as many. */
const LOG_ODDS_PER_EXCHANGE = 1.6;
/** However sure the voices are that one person speaks, words may say otherwise. */
const LEAST_PRIOR = 0.01;
/** That words of one of several speakers are mostly two people's: a few at wrong borders are usual. */
const PRIOR_AMONG_SEVERAL = 0.005;
/** From this probability on words and voices together tell of a second one (docs/decisions/0033-who-spoke.md). */
const SUSPECTED_FROM = 0.15;
/** An answer begins within this time of its question. */
const ANSWERED_WITHIN_MS = 10_000;

interface Exchange {
  said: Clause;
  answer: Clause;
  /** 0–1: how seldom one person says both. */
  weight: number;
}

/**
 * Whether the words of one speaker are two people's: by how surely one voice was told from two, and by talk. Questions put to a listener
 * and answered at once, and greetings returned, are what two people say; a speaker who asks for effect or tells what others asked says few.
 *
 * @param words of all speakers, in time order
 * @param speaker whose words are looked at
 * @param countProbability that exactly so many people speak as `words` have speakers, 0–1
 * @returns undefined where one person is likelier by far
 */
export function secondVoice(
  words: readonly SpokenWord[],
  speaker: string,
  language: string,
  countProbability: number,
): SecondVoice | undefined {
  const cues = packOf(language)?.interview;
  const clauses = cues ? clausesOf(words, cues) : [];
  const exchanges = cues ? exchangesOf(clauses, speaker, cues) : [];
  const ownClauses = clauses.filter((clause) => clause.speaker === speaker).length;
  const weight = exchanges.reduce((sum, exchange) => sum + exchange.weight, 0);
  const beyondChance = Math.max(0, weight - CHANCE_PER_CLAUSE * ownClauses);
  const isAlone = words.every((word) => word.speaker === speaker);
  const prior = isAlone ? Math.min(0.95, Math.max(LEAST_PRIOR, 1 - countProbability)) : PRIOR_AMONG_SEVERAL;
  const logOdds = Math.log(prior / (1 - prior)) + LOG_ODDS_PER_EXCHANGE * beyondChance;
  const isInVoices = isAlone && countProbability < sureOfCount;
  if (!isInVoices && 1 / (1 + Math.exp(-logOdds)) < SUSPECTED_FROM) return undefined;
  return {
    because: becauseOf(speaker, exchanges, beyondChance > 0),
    borders: cues ? bordersOf(clauses, speaker) : [],
  };
}

/** Begins every sentence that tells of it. */
export const scoredAsOne = 'Two people may have been scored as one';

/** What becomes of the candidate's confidence and reason. */
export const doubtful = (
  { reason }: Pick<DetectedCandidate, 'reason'>,
  { because }: Pick<SecondVoice, 'because'>,
): Pick<DetectedCandidate, 'confidence' | 'reason'> => ({
  confidence: 'low',
  reason: `${reason} ${scoredAsOne}: ${because}`,
});

/** What is said to a listener and answered, both under this speaker's name and without another speaker's clause between. */
function exchangesOf(clauses: readonly Clause[], speaker: string, cues: InterviewWords): Exchange[] {
  return clauses.flatMap((said, i) => {
    const answer = clauses[i + 1];
    if (!answer || said.speaker !== speaker || answer.speaker !== speaker) return [];
    if (answer.startMs - said.endMs > ANSWERED_WITHIN_MS) return [];
    const weight = exchangeWeight(said, answer, cues);
    return weight > 0 ? [{ said, answer, weight }] : [];
  });
}

function exchangeWeight(said: Clause, answer: Clause, cues: InterviewWords): number {
  const [text, reply] = [said.words.join(' '), answer.words.join(' ')];
  if (cues.greets.test(text)) return cues.greets.test(reply) ? 0.6 : 0;
  const isFollowUp = cues.followsUp.test(text);
  if ((!said.asks && !isFollowUp) || cues.reports.test(text)) return 0;
  if (isFollowUp) return answer.asks ? 0 : 0.6;
  if (cues.asksOneself.test(text)) return 0;
  if (!cues.answers.test(reply) && !isFirstPerson(answer, cues)) return 0;
  return cues.secondPerson.test(text) ? 1 : 0.6;
}

const MOST_QUOTED_WORDS = 7;

function becauseOf(speaker: string, exchanges: readonly Exchange[], isHeardInWords: boolean): string {
  const [first] = exchanges.toSorted((a, b) => b.weight - a.weight);
  if (!first || !isHeardInWords)
    return `The voice of ${speakerLabel(speaker)} cannot be told with certainty from a second one. Say how many people speak in the submission's metadata ("speakers") where you know it.`;
  const quote = ({ words }: Clause, from: 'start' | 'end') => {
    const some = from === 'end' ? words.slice(-MOST_QUOTED_WORDS) : words.slice(0, MOST_QUOTED_WORDS);
    return `"${some.join(' ').replaceAll(/\bi\b/g, 'I')}"`;
  };
  return (
    `${speakerLabel(speaker)} both asks and answers: ${quote(first.said, 'end')} and then ${quote(first.answer, 'start')}, ` +
    `at ${clock(first.said.startMs)}.`
  );
}

function bordersOf(clauses: readonly Clause[], speaker: string): Span[] {
  return clauses.flatMap((clause, i) => {
    const next = clauses[i + 1];
    return next && clause.speaker === speaker && next.speaker === speaker && next.startMs > clause.endMs
      ? [{ startMs: clause.endMs, endMs: next.startMs }]
      : [];
  });
}
