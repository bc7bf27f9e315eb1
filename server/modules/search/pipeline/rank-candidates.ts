import { documentOf, type ParsedCv } from '../../../domain/cv/parsed-cv.ts';
import { scoreMatch } from '../../../domain/matching/score-match.ts';
import type { MatchScore, RequirementScore } from '../../../domain/matching/types.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { FoundCandidate, RetrievedCandidate } from '../types.ts';
import type { SearchEngines } from './engines.ts';
import type { CandidatesRanked, SearchInput } from './state.ts';

/** Sentences that a row begins with; all of them stand at the requirements. */
const maxReasons = 5;

/** Candidates compared between two looks whether the search was called off. */
const comparedAtOnce = 10;

/**
 * Compares the CVs of those who may be meant with every requirement, by the same rules as CV matching: a row explains itself as a
 * match does. Of two that score the same, the one comes first that was found first.
 */
export const rankCandidates: RequiredStep<SearchInput, CandidatesRanked, SearchEngines> = {
  name: 'rankCandidates',
  required: true,
  lane: 'cv',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',

  async run(question, { engines: { taxonomies }, signal, reportProgress }) {
    const { candidates, limit, config, jobDescription, submittedAt, requireMinimalQualifications } = question;
    const [year = 1970, month = 1] = submittedAt.split('-').map(Number);
    const asOf = { year, month };
    const scored: { candidate: RetrievedCandidate; match: MatchScore; fieldOf: FieldOf }[] = [];
    for (const [index, candidate] of candidates.entries()) {
      if (index % comparedAtOnce === 0) {
        await new Promise(setImmediate);
        signal.throwIfAborted();
        reportProgress(index / candidates.length);
      }
      const { document, profile, fieldOf } = documentOf(JSON.parse(candidate.cv) as ParsedCv, asOf);
      const match = scoreMatch({ document, profile, jobDescription, config, submittedAt }, taxonomies);
      if (requireMinimalQualifications && isMinimalUnmet(match)) continue;
      scored.push({ candidate, match, fieldOf });
    }
    const method = scored[0]?.match.method ?? 'nobody was compared';
    const found = scored
      // Sorting is stable: the order in which they were found decides between equals.
      .toSorted((a, b) => b.match.score - a.match.score)
      .slice(0, limit)
      .map(({ candidate, match, fieldOf }, index) => foundOf(candidate, match, fieldOf, index + 1));
    return {
      found,
      compared: candidates.length,
      method,
      searchedAtRanking: question.searched,
      warningsAtRanking: question.retrievalWarnings,
    };
  },
};

type FieldOf = ReturnType<typeof documentOf>['fieldOf'];

const isMinimalUnmet = ({ requirements }: MatchScore): boolean =>
  requirements.some(({ kind, met }) => kind === 'minimal_qualification' && met === 'no');

function foundOf(
  { externalId, tags, metadata }: RetrievedCandidate,
  { score, cap, requirements, knownShare }: MatchScore,
  fieldOf: FieldOf,
  rank: number,
): FoundCandidate {
  const named = (met: RequirementScore['met']) =>
    requirements.filter((one) => one.met === met).toSorted((a, b) => b.importance - a.importance);
  const telling = [...named('yes'), ...named('partly'), ...named('no')];
  return {
    externalId,
    rank,
    score,
    reasons: [
      ...(cap ? [cap.reason] : []),
      ...telling.slice(0, maxReasons).map(({ name, reason }) => `${name}: ${reason}`),
    ],
    matched: named('yes').map(({ name }) => name),
    missing: named('no').map(({ name }) => name),
    requirements: requirements.map(({ evidence, ...requirement }) => ({
      ...requirement,
      evidence: evidence.map(({ text, box }) => ({ text, field: fieldOf(box) })),
    })),
    knownShare,
    tags,
    metadata,
  };
}
