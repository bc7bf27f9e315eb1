import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InvitationStanding, invitationStanding } from '#server/domain/invitations/standing.ts';

type Facts = Parameters<typeof invitationStanding>[0];

const waiting: Facts = {
  state: 'initiated',
  openedAt: null,
  declinedAt: null,
  deadline: '2026-03-07T17:00:00.000Z',
  mail: 'sent',
};
const opened = { openedAt: '2026-03-02T09:00:00.000Z' };

for (const [expected, given] of [
  ['sending', { mail: 'pending' }],
  ['sent', {}],
  ['handed-out', { mail: null }],
  ['refused', { mail: 'refused' }],
  ['refused', { mail: 'given-up' }],
  ['unsure', { mail: 'unsure' }],
  // A candidate who opened it has it, whatever became of the mail.
  ['opened', { ...opened, mail: 'unsure' }],
  ['declined', { ...opened, declinedAt: '2026-03-02T09:01:00.000Z' }],
  ['overdue', { ...opened, deadline: '2026-03-02T12:00:00.000Z' }],
  ['active', { ...opened, state: 'active', deadline: '2026-03-02T12:00:00.000Z' }],
  ['done', { ...opened, state: 'completed', deadline: '2026-03-02T12:00:00.000Z' }],
  ['failed', { ...opened, state: 'failed' }],
] as const satisfies readonly (readonly [InvitationStanding, Partial<Facts>])[]) {
  test(`stands ${expected}: ${JSON.stringify(given)}`, () => {
    assert.equal(invitationStanding({ ...waiting, ...given }, '2026-03-03T09:00:00.000Z'), expected);
  });
}
