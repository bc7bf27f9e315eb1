import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decided, type Progress, stages } from '#server/domain/candidates/decisions.ts';

const at = (stage: Progress['stage'], standing: Progress['standing'] = 'active'): Progress => ({
  stage,
  standing,
});

test('advancing goes through all stages and then says that there is none left', () => {
  let now = at('new');
  for (const stage of stages.slice(1)) {
    now = decided(now, { kind: 'advance' }) as Progress;
    assert.deepEqual(now, at(stage));
  }
  assert.equal(typeof decided(now, { kind: 'advance' }), 'string');
});

test('who was on hold or rejected is taken up again at the same stage', () => {
  assert.deepEqual(decided(at('interview', 'hold'), { kind: 'advance' }), at('interview'));
  assert.deepEqual(decided(at('hired', 'rejected'), { kind: 'advance' }), at('hired'));
});

test('a rejection needs a reason, and nothing is decided twice', () => {
  assert.equal(typeof decided(at('new'), { kind: 'reject', reason: '  ' }), 'string');
  assert.deepEqual(decided(at('offer'), { kind: 'reject', reason: 'No permit' }), at('offer', 'rejected'));
  assert.equal(typeof decided(at('offer', 'rejected'), { kind: 'reject', reason: 'Again' }), 'string');
  assert.deepEqual(decided(at('new'), { kind: 'hold', reason: '' }), at('new', 'hold'));
  assert.equal(typeof decided(at('new', 'hold'), { kind: 'hold', reason: '' }), 'string');
  assert.deepEqual(decided(at('new', 'rejected'), { kind: 'move', stage: 'new' }), at('new'));
  assert.equal(typeof decided(at('new'), { kind: 'move', stage: 'new' }), 'string');
});
