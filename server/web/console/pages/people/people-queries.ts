import { useQuery } from '@tanstack/react-query';
import type { MembersAnswer, PeopleAnswer } from '../../../../modules/console/contract/people.ts';
import { get } from '../../api/client.ts';

export const membersKey = (clientId: string) => ['clients', clientId, 'members'] as const;
export const peopleKey = ['installation', 'people'] as const;

export const useMembers = (clientId: string) =>
  useQuery({
    queryKey: membersKey(clientId),
    queryFn: ({ signal }) => get<MembersAnswer>(`/clients/${clientId}/members`, signal),
  });

export const usePeople = () =>
  useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => get<PeopleAnswer>('/installation/people', signal),
  });
