import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedFilter,
  countRare,
  isFiltered,
  readFilter,
  readSorting,
  writeFilter,
  writeView,
} from '#server/web/console/pages/runs/runs-filter.ts';

test('a view of the table is kept in its address', () => {
  const address = new URLSearchParams(
    'search=cand&status=failed&tags=a&tags=b%2Cc&createdAfter=2026-03-01&unknown=1&externalId=',
  );
  const filter = readFilter(address);
  assert.deepEqual(filter, {
    search: 'cand',
    status: 'failed',
    tags: ['a', 'b,c'],
    createdAfter: '2026-03-01',
  });
  assert.equal(
    writeFilter(filter).toString(),
    'search=cand&status=failed&tags=a&tags=b%2Cc&createdAfter=2026-03-01',
  );
  assert.equal(countRare(filter), 2);
  assert.equal(isFiltered(filter), true);
  assert.equal(isFiltered(readFilter(new URLSearchParams())), false);
});

test('the order of the table is in its address, too', () => {
  for (const [text, sorting] of [
    ['', { key: 'submitted', direction: 'desc' }],
    ['sort=overall', { key: 'overall', direction: 'desc' }],
    ['sort=audio-asc', { key: 'audio', direction: 'asc' }],
    ['sort=submitted-asc', { key: 'submitted', direction: 'asc' }],
  ] as const) {
    assert.deepEqual(readSorting(new URLSearchParams(text)), sorting);
    assert.equal(writeView({ tags: [] }, sorting).toString(), text);
  }
  assert.deepEqual(readSorting(new URLSearchParams('sort=name-asc')), {
    key: 'submitted',
    direction: 'desc',
  });
  const address = writeView({ tags: [], search: 'x' }, { key: 'accent', direction: 'desc' });
  assert.equal(address.toString(), 'search=x&sort=accent');
  assert.equal(isFiltered(readFilter(new URLSearchParams('sort=accent'))), false);
});

test('the table is about speech unless a person asks for other kinds', () => {
  const asked = (serviceType?: string) => askedFilter({ tags: [], ...(serviceType && { serviceType }) });
  assert.deepEqual(asked(), { serviceType: 'speech', limit: 50 });
  assert.deepEqual(asked('cv_deepmatch'), { serviceType: 'cv_deepmatch', limit: 50 });
  assert.deepEqual(asked('any'), { limit: 50 });
});

test('half a metadata pair is not asked', () => {
  const half = { tags: [], serviceType: 'any', metadata_key: 'role' };
  assert.deepEqual(askedFilter(half), { limit: 50 });
  assert.deepEqual(askedFilter({ ...half, metadata_value: 'cook' }), {
    metadata_key: 'role',
    metadata_value: 'cook',
    limit: 50,
  });
});

test('days of a filter are whole days of the visitor', () => {
  const asked = askedFilter({ tags: [], createdAfter: '2026-03-01', createdBefore: '2026-03-02' });
  assert.equal(asked.createdAfter, new Date(2026, 2, 1).toISOString());
  assert.equal(asked.createdBefore, new Date(2026, 2, 2, 23, 59, 59, 999).toISOString());
  assert.equal('createdAfter' in askedFilter({ tags: [], createdAfter: '2026-3' }), false);
});
