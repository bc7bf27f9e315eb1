import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  runStatusOf,
  type SessionMove,
  type SessionState,
  sessionStateOf,
  sessionStates,
  sessionTransitions,
  stateAfter,
} from '#server/modules/interview/session-state.ts';

const from: readonly (SessionState | null)[] = [null, ...sessionStates];
const moves = Object.keys(sessionTransitions) as SessionMove[];
const traces = [false, true].flatMap((hasRecording) =>
  [false, true].map((hasTranscript) => ({ hasRecording, hasTranscript })),
);

/** The specification's table and what is ours beyond it, written out: from, move, to. */
const allowed = new Set([
  'null create initiated',
  'initiated begin active',
  'initiated renewLink initiated',
  'active complete completed',
  'active fail failed',
  'active startOver initiated',
  'failed reinvite initiated',
]);

for (const state of from) {
  for (const move of moves) {
    for (const left of traces) {
      const isLeft = left.hasRecording || left.hasTranscript;
      test(`${move} from ${state}, ${JSON.stringify(left)}`, () => {
        const to = stateAfter(move, state, left);
        const wanted = [...allowed].find((one) => one.startsWith(`${state} ${move} `));
        const mayNot = wanted === undefined || (move === 'reinvite' && isLeft);
        assert.equal(to === undefined ? undefined : `${state} ${move} ${to}`, mayNot ? undefined : wanted);
      });
    }
  }
}

test('each state is one status of a run, and no other status is a state', () => {
  assert.deepEqual(
    sessionStates.map((state) => sessionStateOf({ id: 's', status: runStatusOf[state] })),
    sessionStates,
  );
  assert.throws(() => sessionStateOf({ id: 's', status: 'partial' }), /"partial", which no interview/);
});
