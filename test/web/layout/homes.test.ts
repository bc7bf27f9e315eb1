import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '#server/modules/console/access.ts';
import { homeAddress } from '#server/web/console/layout/homes.ts';

const places = {
  recruiting: '/c/one/overview',
  developers: '/c/one/developers',
  operator: '/installation/overview',
} as const;
const clientId = 'one';

for (const [role, first, others] of [
  ['viewer', places.recruiting, { developers: places.recruiting, operator: places.recruiting }],
  ['recruiter', places.recruiting, { developers: places.recruiting, operator: places.recruiting }],
  ['admin', places.developers, { recruiting: places.recruiting, operator: places.developers }],
  ['owner', places.operator, { recruiting: places.recruiting, developers: places.developers }],
] as const) {
  test(`a ${role} lands where a ${role} works, and later on the start page of theirs that was open last`, () => {
    assert.equal(homeAddress(role, { last: null, clientId }), first);
    assert.equal(homeAddress(role, { last: 'gone', clientId }), first);
    for (const [last, address] of Object.entries(others)) {
      assert.equal(homeAddress(role, { last, clientId }), address, last);
    }
  });
}

test('without a client owners have the installation, and the others nothing', () => {
  for (const role of roles) {
    const expected = role === 'owner' ? places.operator : undefined;
    for (const last of [null, 'recruiting', 'developers', 'operator']) {
      assert.equal(homeAddress(role, { last, clientId: undefined }), expected, `${role} ${last}`);
    }
  }
});
