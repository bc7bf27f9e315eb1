import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyFilter,
  exportAddress,
  filterIn,
  queryOf,
} from '#server/web/console/pages/audit/audit-filter.ts';

test('reads the filter from the address, and ignores what is no day', () => {
  assert.deepEqual(filterIn(new URLSearchParams('action=key.create&from=2026-11-02&to=tomorrow')), {
    search: '',
    action: 'key.create',
    from: '2026-11-02',
    to: '',
  });
  assert.equal(filterIn(new URLSearchParams('from=2026-13-45')).from, '');
});

test('asks the server for whole days of the visitor, the last one included', () => {
  const { from, to } = queryOf({ ...emptyFilter, from: '2026-10-31', to: '2026-10-31' });
  assert.equal(from, new Date(2026, 9, 31).toISOString());
  assert.equal(to, new Date(2026, 10, 1).toISOString());
});

test('sends nothing for an empty filter', () => {
  assert.deepEqual(queryOf({ ...emptyFilter, search: '  ' }), {});
});

test('exports what the list shows', () => {
  const address = new URL(
    exportAddress('c1', { ...emptyFilter, search: 'a&b', action: 'key' }, 'csv'),
    'http://console',
  );
  assert.equal(address.pathname, '/console/api/clients/c1/audit/export');
  assert.deepEqual(Object.fromEntries(address.searchParams), { search: 'a&b', action: 'key', format: 'csv' });
});
