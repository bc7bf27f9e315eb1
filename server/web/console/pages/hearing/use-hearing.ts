import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/reads.ts';

/** A worker that has just loaded another model should be noticed without a reload. */
const REFRESH_MS = 30_000;
/** While more languages are being installed. */
const REFRESH_INSTALL_MS = 2_000;

/** What this installation can recognise; undefined until it is known. */
export function useHearing() {
  const { data } = useQuery({
    ...reading('GET /installation/hearing'),
    refetchInterval: ({ state }) => {
      const install = state.data?.install?.state;
      return install === 'underWay' || install === 'starting' ? REFRESH_INSTALL_MS : REFRESH_MS;
    },
  });
  return data;
}
