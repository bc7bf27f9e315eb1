import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reading } from '../../api/reads.ts';
import { useClientId } from '../../api/session.ts';
import { candidateTexts } from '../../texts/candidates.ts';

type Of = { run: string } | { externalId: string };

/**
 * From a run, or from a person with an external id, to the candidate; nothing while the candidate is unknown.
 *
 * @param isNameless where names are hidden
 */
export function CandidateLink({ isNameless, ...of }: Of & { isNameless?: boolean }) {
  const clientId = useClientId();
  const query = useQuery(reading('GET /clients/:clientId/candidate-of', { params: { clientId }, query: of }));
  const candidate = query.data?.candidate;
  if (!candidate) return null;
  const { to, unnamed } = candidateTexts.link;
  return (
    <Button
      variant="default"
      component={Link}
      to={`/c/${clientId}/candidates/${candidate.id}`}
      leftSection={<IconUser size={16} aria-hidden />}
      maw="18rem"
    >
      {isNameless || candidate.name === null ? unnamed : to(candidate.name)}
    </Button>
  );
}
