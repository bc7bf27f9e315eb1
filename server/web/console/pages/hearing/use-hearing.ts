import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';

/** A worker that has just loaded another model should be noticed without a reload. */
const REFRESH_MS = 30_000;

/** What this installation can recognise; undefined until it is known. */
export function useHearing() {
  const { data } = useQuery({ ...reading('GET /installation/hearing'), refetchInterval: REFRESH_MS });
  return data;
}
