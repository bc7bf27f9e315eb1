import type { AuditFormat, AuditQuery } from '../../../../modules/console/audit/contract.ts';
import { addressOf } from '../../api/client.ts';
import { isDay, startOfDay } from '../../components/days.ts';

/** What the page's address holds: days are the visitor's own. */
export interface AuditFilter {
  search: string;
  action: string;
  /** "2026-11-21"; empty for any. */
  from: string;
  /** The last day that is shown. */
  to: string;
}

export const emptyFilter: AuditFilter = { search: '', action: '', from: '', to: '' };

export function filterIn(address: URLSearchParams): AuditFilter {
  const read = (name: string) => address.get(name) ?? '';
  return { search: read('search'), action: read('action'), from: dayOf(read('from')), to: dayOf(read('to')) };
}

/** The filter as the server takes it: `to` is the first moment that is not shown any more. */
export function queryOf({
  search,
  action,
  from,
  to,
}: AuditFilter): Pick<AuditQuery, 'search' | 'action' | 'from' | 'to'> {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(action && { action }),
    ...(from && { from: startOfDay(from, 0) }),
    ...(to && { to: startOfDay(to, 1) }),
  };
}

/**
 * Address of the file with all entries of a filter.
 *
 * @param clientId null: of the installation
 */
export function exportAddress(clientId: string | null, filter: AuditFilter, format: AuditFormat): string {
  const query = { ...queryOf(filter), format };
  return clientId === null
    ? addressOf('GET /installation/audit/export', { query })
    : addressOf('GET /clients/:clientId/audit/export', { params: { clientId }, query });
}

const dayOf = (text: string) => (isDay(text) ? text : '');
