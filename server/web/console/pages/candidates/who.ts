import type { CandidateDetails } from '../../../../modules/console/candidates/contract.ts';
import { candidateTexts } from '../../texts/candidates.ts';

/** What people call a candidate: by name, else by whatever is known. */
export const whoIs = ({
  name,
  email,
  externalIds,
  newestTitle,
}: {
  name: string | null;
  email?: string | null;
  externalIds: readonly string[];
  newestTitle?: string | null;
}): string => name ?? email ?? externalIds[0] ?? newestTitle ?? candidateTexts.noName;

/** When the first thing of a candidate came: what is filed later may be older than its record. */
export const knownSince = ({ createdAt, entries }: Pick<CandidateDetails, 'createdAt' | 'entries'>): string =>
  [createdAt, ...entries.map((entry) => entry.createdAt)].sort()[0]!;
