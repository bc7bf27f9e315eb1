import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caption, LiveMessage } from '#server/live/protocol.ts';
import { initialState, isSilent, reduce } from '#server/web/candidate/state/reduce.ts';
import type { PageEvent, PageState } from '#server/web/candidate/state/types.ts';

const invitation = {
  sessionId: 's',
  state: 'initiated' as const,
  roleName: 'Nurse',
  language: 'de',
  maxMinutes: 30,
  consentMode: 'explicit' as const,
  clientName: 'Northwind',
  expiresAt: '2026-12-01T00:00:00Z',
  trial: null,
};
const notice = {
  ...{ language: 'de', isScored: false, version: 0, hash: 'h' },
  ...{ sections: [{ title: 'Wer fragt', paragraphs: ['Ein Programm.'] }], agree: 'Ja.' },
};
const invited: LiveMessage = {
  ...{ type: 'invitation', invitation, notice, hasConsented: false, iceServers: null },
};
const joined: LiveMessage = {
  type: 'joined',
  invitation: { ...invitation, state: 'active' },
  isResumed: false,
  leftMs: 60_000,
  captions: [],
  iceServers: null,
};
const caption = (id: string, text: string, isFinal = true): Caption => ({
  id,
  speaker: 'candidate',
  text,
  isFinal,
});

const begun = initialState({ hasToken: true, isTyping: false });
const after = (...events: (PageEvent | LiveMessage)[]): PageState =>
  events.reduce<PageState>(
    (state, event) => reduce(state, 'atMs' in event || !isMessage(event) ? event : received(event)),
    begun,
  );
const messages = [
  'invitation',
  'joined',
  'waiting',
  'refused',
  'ended',
  'replaced',
  'phase',
  'caption',
  'pong',
];
const isMessage = (event: PageEvent | LiveMessage): event is LiveMessage => messages.includes(event.type);
const received = (message: LiveMessage): PageEvent => ({ type: 'received', message, atMs: 1000 });

test('without a token there is nothing to connect to', () => {
  const state = initialState({ hasToken: false, isTyping: false });
  assert.deepEqual(state.scene, { at: 'noLink' });
  assert.equal(state.connection, 'closed');
});

test('the way leads from welcome over consent to the microphone and into the interview', () => {
  const steps: PageEvent[] = [
    received(invited),
    { type: 'wentOn' },
    { type: 'consented' },
    { type: 'began', isTyping: false },
    received(joined),
  ];
  const seen: string[] = [];
  steps.reduce((state, event) => {
    const next = reduce(state, event);
    seen.push(next.scene.at);
    return next;
  }, begun);
  assert.deepEqual(seen, ['welcome', 'consent', 'microphone', 'microphone', 'interview']);
});

for (const [why, message] of [
  ['none is needed', { ...invited, invitation: { ...invitation, consentMode: 'none' as const } }],
  ['it was given before a reload', { ...invited, hasConsented: true }],
] as const) {
  test(`the candidate is not asked for consent when ${why}`, () => {
    assert.equal(after(message, { type: 'wentOn' }).scene.at, 'microphone');
  });
}

test('a drop leaves the candidate at the step they were at', () => {
  const back = { ...invited, hasConsented: true };
  const dropped = [{ type: 'lost', atMs: 5 }, { type: 'connecting' }] as const satisfies PageEvent[];
  assert.equal(after(invited, ...dropped, invited).scene.at, 'welcome');
  assert.equal(after(invited, { type: 'wentOn' }, ...dropped, invited).scene.at, 'consent');
  const consented = after(invited, { type: 'wentOn' }, { type: 'consented' }, ...dropped, back);
  assert.equal(consented.scene.at, 'microphone');
});

test('who does not agree stays on a page of its own, also after a drop, and may go back', () => {
  const declined = after(invited, { type: 'wentOn' }, { type: 'declined' }, invited);
  assert.equal(declined.scene.at, 'declined');
  assert.equal(reduce(declined, { type: 'wentOn' }).scene.at, 'consent');
  assert.equal(
    after(invited, { type: 'wentOn' }, { type: 'consented' }, { type: 'declined' }).hasConsented,
    false,
  );
});

test('an interview in which nothing was said is begun again from its beginning', () => {
  const over = after(invited, { type: 'wentOn' }, joined, { type: 'ended', reason: 'unanswered' });
  assert.deepEqual(over.scene, { at: 'ended', reason: 'unanswered' });
  const again = reduce(reduce(over, { type: 'connecting' }), received(invited as LiveMessage));
  assert.deepEqual([again.scene.at, again.hasConsented], ['welcome', false]);
});

test('consent that did not arrive is asked for again', () => {
  const state = after(
    invited,
    { type: 'wentOn' },
    { type: 'consented' },
    { type: 'lost', atMs: 5 },
    { type: 'connecting' },
    invited,
  );
  assert.equal(state.scene.at, 'consent');
});

test('a beginning that the connection swallowed can be tried again', () => {
  const state = after(invited, { type: 'began', isTyping: true }, { type: 'lost', atMs: 5 });
  assert.equal(state.isBeginning, false);
  assert.equal(state.isTyping, true);
});

test('losses count up until something comes, and the first one’s time stays', () => {
  const lost = after(
    joined,
    { type: 'lost', atMs: 7000 },
    { type: 'connecting' },
    { type: 'lost', atMs: 9000 },
  );
  assert.deepEqual([lost.attempts, lost.lostSinceMs, lost.scene.at], [2, 7000, 'interview']);
  const back = reduce(reduce(lost, { type: 'connecting' }), received({ ...joined, isResumed: true }));
  assert.deepEqual([back.attempts, back.lostSinceMs, back.connection], [0, null, 'open']);
});

test('captions keep their place while they grow, and a resumed interview has all of them', () => {
  const state = after(
    joined,
    { type: 'caption', caption: caption('1', 'I wor', false) },
    { type: 'caption', caption: caption('2', 'Go on.') },
    { type: 'caption', caption: caption('3', 'One', false) },
    { type: 'caption', caption: caption('1', 'I worked.') },
    // It was a cough.
    { type: 'caption', caption: caption('3', '') },
  );
  assert.deepEqual(
    state.captions.map(({ text }) => text),
    ['I worked.', 'Go on.'],
  );
  const resumed = reduce(state, received({ ...joined, captions: [caption('9', 'All.')] }));
  assert.deepEqual(
    resumed.captions.map(({ id }) => id),
    ['9'],
  );
});

test('the end of the time is told by the page’s own clock', () => {
  assert.equal(after(joined).endsAtMs, 61_000);
});

for (const [code, retryAtMs] of [
  ['LINK_INVALID', null],
  ['LINK_EXPIRED', null],
  ['LINK_USED', null],
  ['COOKIE_MISSING', null],
  ['CAPACITY_REACHED', 16_000],
  ['UNAVAILABLE', 31_000],
] as const) {
  test(`${code} ${retryAtMs === null ? 'is final' : 'is tried again'}, and is no lost connection`, () => {
    const state = after({ type: 'refused', code }, { type: 'lost', atMs: 2000 });
    assert.deepEqual(state.scene, { at: 'refused', code, retryAtMs });
    assert.equal(state.connection, 'closed');
  });
}

test('the server says how long to wait', () => {
  const refused = after({ type: 'refused', code: 'CAPACITY_REACHED', retryAfterSeconds: 7 });
  assert.deepEqual(refused.scene, { at: 'refused', code: 'CAPACITY_REACHED', retryAtMs: 8000 });
  const full = after(invited, { type: 'began', isTyping: false }, { type: 'waiting', retryAfterSeconds: 7 });
  assert.deepEqual(full.scene, { at: 'full', retryAtMs: 8000 });
  assert.equal(full.connection, 'open');
});

test('after the end, what comes late changes nothing', () => {
  const ended = after(joined, { type: 'ended', reason: 'completed' }, { type: 'lost', atMs: 5 });
  assert.deepEqual(ended.scene, { at: 'ended', reason: 'completed' });
  assert.equal(ended.connection, 'closed');
});

test('a page that was replaced, or gave up, connects again when it is told to', () => {
  assert.equal(after(joined, { type: 'replaced' }, { type: 'connecting' }).scene.at, 'connecting');
  assert.equal(after(joined, { type: 'gaveUp' }, { type: 'connecting' }).scene.at, 'connecting');
});

test('who writes is not heard, and who speaks again is not muted', () => {
  const typing = after(joined, { type: 'muted', on: true }, { type: 'typing', on: true });
  assert.equal(isSilent(typing), true);
  assert.equal(isSilent(reduce(typing, { type: 'typing', on: false })), false);
  assert.equal(isSilent(after(joined, { type: 'muted', on: true })), true);
});
