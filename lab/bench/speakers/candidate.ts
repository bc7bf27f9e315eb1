import { type DetectedCandidate, detectCandidate } from '#server/domain/speakers/detect-candidate.ts';
import type { Diarisation } from '#server/engines/speakers/port.ts';
import type { SpeakerSpan } from '../../../testkit/der.ts';

/** Whose words the candidate's scores would rest on. */
export interface CandidateFound {
  confidence: DetectedCandidate['confidence'];
  /** The named speaker is the candidate, at least `MIN_OWN_SHARE` of what is theirs. */
  right: boolean;
}

/** Less of the named speaker's time is the candidate's own: the score is of two people. */
const MIN_OWN_SHARE = 0.8;

/**
 * The candidate by time alone, as where the words are not trusted: simulated conversations are read sentences without questions and answers.
 *
 * @param candidate who it really is, a `speaker` of the reference
 * @returns undefined where no speech was heard
 */
export function candidateFound(
  reference: readonly SpeakerSpan[],
  candidate: string,
  { turns, heard, countProbability }: Pick<Diarisation, 'turns' | 'heard' | 'countProbability'>,
): CandidateFound | undefined {
  const named = detectCandidate([], turns, 'en', { wordsAreTrusted: false, countProbability });
  if (!named) return undefined;
  const own = heard.filter(({ speaker }) => speaker === named.speaker);
  const sharedMs = (of: readonly SpeakerSpan[]) =>
    own.reduce(
      (sum, a) =>
        sum +
        of.reduce(
          (ms, b) => ms + Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)),
          0,
        ),
      0,
    );
  const [theirs, others] = [true, false].map((is) =>
    sharedMs(reference.filter(({ speaker }) => (speaker === candidate) === is)),
  ) as [number, number];
  return { confidence: named.confidence, right: theirs / Math.max(1, theirs + others) >= MIN_OWN_SHARE };
}

/** A Markdown table: how often each confidence was said, and how often it was right. */
export function reliabilityTable(found: readonly (CandidateFound & { group: string })[]): string {
  const groups = [...new Set(found.map(({ group }) => group))];
  const cell = (some: readonly CandidateFound[]) =>
    some.length === 0 ? '' : `${some.filter(({ right }) => right).length} of ${some.length}`;
  const lines = (['high', 'medium', 'low'] as const).map((confidence) => {
    const said = found.filter((one) => one.confidence === confidence);
    const cells = [...groups.map((group) => cell(said.filter((one) => one.group === group))), cell(said)];
    return `| ${[confidence, ...cells].join(' | ')} |\n`;
  });
  const head = ['candidate found with confidence', ...groups, 'all'];
  return `| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}\n${lines.join('')}`;
}
