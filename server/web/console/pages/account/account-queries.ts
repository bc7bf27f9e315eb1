import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';

export const useAccount = () => useQuery(reading('GET /account'));

export const useOwnSessions = () => useQuery(reading('GET /account/sessions'));
