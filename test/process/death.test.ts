import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diedByItself } from '#server/process/death.ts';

test('a crash, an exit and a lack of memory are a process’s own; a signal from outside is not', () => {
  assert.equal(diedByItself(1, null, false), true);
  assert.equal(diedByItself(null, 'SIGSEGV', false), true);
  assert.equal(diedByItself(null, 'SIGABRT', false), true);
  assert.equal(diedByItself(null, 'SIGKILL', true), true);
  assert.equal(diedByItself(null, 'SIGKILL', false), false);
  assert.equal(diedByItself(null, 'SIGTERM', false), false);
});
