import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { runTypes } from '#server/app/run-types.ts';
import { matchRuns, readingRuns } from '#server/modules/matching/run-type.ts';
import { type Run, serviceTypes } from '#server/modules/runs/types.ts';
import { speechRuns } from '#server/modules/speech/run-type.ts';
import { matched } from '#test/support/match-state.ts';
import { finishedState, settlementOf } from '#test/support/speech-state.ts';

test('no two types share a name or a folder of files', () => {
  for (const facts of [
    runTypes.all.map(({ name }) => name),
    runTypes.submitted.map(({ files }) => files.folder),
  ]) {
    assert.equal(new Set<string>(facts).size, facts.length);
  }
});

for (const [type, { summary }] of [
  [speechRuns, settlementOf(finishedState())],
  [matchRuns, matched()],
] as const) {
  test(`what a run of type "${type.name}" leaves is what its definition says of its summary`, () => {
    assert.deepEqual([...Value.Errors(type.summary, JSON.parse(JSON.stringify(summary)))], []);
  });
}

test('a run is read as what it is, and never as another type', () => {
  const run = { id: 'r', serviceType: 'speech' } as Run;
  assert.equal(speechRuns.of(run), run);
  assert.throws(() => matchRuns.of(run), /of type "speech", not "cv_deepmatch"/);
  assert.throws(() => runTypes.of('opera'), /Nobody says/);
});

test('the service types of the specification are those that workers process, and no worker ends an interview', () => {
  const submitted = runTypes.submitted.filter(({ name }) => !runTypes.isHeldLive(name));
  // CVs for no job come from the console alone.
  assert.deepEqual(submitted.map(({ name }) => name).sort(), [...serviceTypes, readingRuns.name].sort());
  assert.deepEqual(
    runTypes.all.filter(({ name }) => !runTypes.processed.includes(name)).map(({ name }) => name),
    ['interview'],
  );
  assert.equal(runTypes.isUnderWay({ serviceType: 'interview', status: 'queued' }), false);
  assert.equal(runTypes.isUnderWay({ serviceType: 'speech', status: 'queued' }), true);
});
