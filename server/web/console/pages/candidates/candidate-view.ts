import type { StageName, StandingName } from '../../../../modules/console/candidates/contract.ts';

/** What of the list is shown, as the address of the page keeps it. */
export interface CandidateView {
  search?: string | undefined;
  stage?: StageName | undefined;
  standing?: StandingName | undefined;
  doubled?: boolean | undefined;
  sort: 'active' | 'name' | 'made';
  direction: 'asc' | 'desc';
}

/** Whatever the address says; the server judges it. */
export function readView(address: URLSearchParams): CandidateView {
  const sort = address.get('sort') as CandidateView['sort'] | null;
  return {
    search: address.get('search') || undefined,
    stage: (address.get('stage') || undefined) as StageName | undefined,
    standing: (address.get('standing') || undefined) as StandingName | undefined,
    doubled: address.get('doubled') === 'true' || undefined,
    sort: sort ?? 'active',
    direction: address.get('direction') === 'asc' ? 'asc' : 'desc',
  };
}

export function writeView(view: CandidateView): URLSearchParams {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(view)) if (value) address.set(name, String(value));
  return address;
}

export const askedOf = ({ search, stage, standing, doubled, sort, direction }: CandidateView) => ({
  limit: 50,
  sort,
  direction,
  ...(search && { search }),
  ...(stage && { stage }),
  ...(standing && { standing }),
  ...(doubled && { doubled }),
});
