import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';

export const useMembers = (clientId: string) =>
  useQuery(reading('GET /clients/:clientId/members', { params: { clientId } }));

export const usePeople = () => useQuery(reading('GET /installation/people'));
