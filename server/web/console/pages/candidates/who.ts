import { candidateTexts } from '../../texts/candidates.ts';

/** What people call a candidate: by name, else by whatever is known. */
export const whoIs = ({
  name,
  email,
  externalIds,
}: {
  name: string | null;
  email?: string | null;
  externalIds: readonly string[];
}): string => name ?? email ?? externalIds[0] ?? candidateTexts.noName;
