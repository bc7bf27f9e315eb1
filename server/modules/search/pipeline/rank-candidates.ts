import { documentOf, type ParsedCv } from '../../../domain/cv/parsed-cv.ts';
import { scoreMatch } from '../../../domain/matching/score-match.ts';
import type { MatchScore, RequirementScore } from '../../../domain/matching/types.ts';
import { orderScore } from '../../../domain/search/order-score.ts';
import { withEnglishTitles } from '../../../domain/titles/english-titles.ts';
import { titleOfJob } from '../../../domain/titles/job-title.ts';
import {
  type AskedOccupation,
  askedOccupation,
  type OccupationFit,
  occupationFit,
  occupationReason,
} from '../../../domain/titles/occupation-fit.ts';
import type { RequiredStep } from '../../../pipeline/step.ts';
import { minutes } from '../../../time.ts';
import type { FoundCandidate } from '../stored.ts';
import type { RetrievedCandidate } from '../types.ts';
import type { SearchEngines } from './engines.ts';
import type { CandidatesRanked, SearchInput } from './state.ts';

/** Sentences that a row begins with; all of them stand at the requirements. */
const maxReasons = 5;

/** Candidates compared between two looks whether the search was called off. */
const comparedAtOnce = 10;

/**
 * Compares the CVs of those who may be meant with the job's title, and with every requirement by the same rules as CV matching: a row
 * explains itself as a match does. What the candidate is comes before what they fulfil (`orderScore`). Of two that score the same, the one
 * comes first that was found first.
 */
export const rankCandidates: RequiredStep<SearchInput, CandidatesRanked, SearchEngines> = {
  name: 'rankCandidates',
  required: true,
  lane: 'cv',
  timeoutMs: minutes(1),
  failsAs: 'SCORING_FAILED',

  async run(question, { engines: { taxonomies, titles }, signal, reportProgress }) {
    const { candidates, limit, config, jobDescription, submittedAt, requireMinimalQualifications } = question;
    const [year = 1970, month = 1] = submittedAt.split('-').map(Number);
    const asOf = { year, month };
    const asked = askedOccupation(jobDescription, titles, titleOfJob(jobDescription, config));
    const scored: Scored[] = [];
    for (const [index, candidate] of candidates.entries()) {
      if (index % comparedAtOnce === 0) {
        await new Promise(setImmediate);
        signal.throwIfAborted();
        reportProgress(index / candidates.length);
      }
      const cv = JSON.parse(candidate.cv) as ParsedCv;
      const { document, profile, fieldOf } = documentOf(withEnglishTitles(cv, titles), asOf);
      const match = scoreMatch({ document, profile, jobDescription, config, submittedAt }, taxonomies);
      if (requireMinimalQualifications && isMinimalUnmet(match)) continue;
      const fit = occupationFit(cv, asked, titles);
      const score = orderScore({
        occupation: asked.title ? fit.score : null,
        isKnown: asked.occupations.length > 0,
        match: match.score,
      });
      scored.push({ candidate, cv, match, fit, score, fieldOf });
    }
    const method = scored[0]?.match.method ?? 'nobody was compared';
    const found = scored
      // Sorting is stable: the order in which they were found decides between equals.
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map((one, index) => foundOf(one, asked, index + 1));
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

interface Scored {
  candidate: RetrievedCandidate;
  cv: ParsedCv;
  match: MatchScore;
  fit: OccupationFit;
  /** 0–100. */
  score: number;
  fieldOf: FieldOf;
}

function foundOf(
  { candidate: { externalId, tags, metadata }, cv, match, fit, score, fieldOf }: Scored,
  asked: AskedOccupation,
  rank: number,
): FoundCandidate {
  const { requirements, knownShare } = match;
  const having = (met: RequirementScore['met']) =>
    requirements.filter((one) => one.met === met).toSorted((a, b) => b.importance - a.importance);
  const namesOf = (list: readonly RequirementScore[]) => list.map(({ name }) => name);
  const [met, partlyMet, unmet] = [having('yes'), having('partly'), having('no')];
  const sentences = [...met, ...partlyMet, ...unmet].map(({ name, reason }) => `${name}: ${reason}`);
  return {
    externalId,
    rank,
    score,
    reasons: [...(asked.title ? [occupationReason(fit, asked)] : []), ...sentences.slice(0, maxReasons)],
    occupation: asked.title ? fit : null,
    matched: namesOf(met),
    partly: namesOf(partlyMet),
    missing: namesOf(unmet),
    requirements: requirements.map(({ evidence, ...requirement }) => ({
      ...requirement,
      evidence: evidence.map(({ text, box }) => {
        const field = fieldOf(box);
        return { text: sentTitle(cv, field) ?? text, field };
      }),
    })),
    knownShare,
    tags,
    metadata,
  };
}

/** A title as it was sent; undefined where the field is no title. */
function sentTitle(cv: ParsedCv, field: string): string | null | undefined {
  if (field === 'headline') return cv.headline;
  const position = /^experience\[(\d+)\]\.title$/.exec(field)?.[1];
  return position === undefined ? undefined : cv.experience[Number(position)]?.title;
}
