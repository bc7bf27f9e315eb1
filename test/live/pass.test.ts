import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { deviceOf } from '#server/live/device.ts';
import { createPasses } from '#server/live/pass.ts';
import { createMovingClock } from '#test/support/moving-clock.ts';
import { newDevice } from '../../testkit/interview/page-client.ts';

test('a pass is for one address, for a minute, and of this installation', () => {
  const clock = createMovingClock();
  const passes = createPasses('a pepper of at least 32 characters', clock);
  const pass = passes.of('203.0.113.7');
  assert.equal(passes.isValid('203.0.113.7', pass), true);
  assert.equal(passes.isValid('203.0.113.8', pass), false);
  assert.equal(passes.isValid('203.0.113.7', undefined), false);
  assert.equal(passes.isValid('203.0.113.7', pass.replace(/^\d/, '9')), false);
  const others = createPasses('another pepper of 32 characters or so', clock);
  assert.equal(passes.isValid('203.0.113.7', others.of('203.0.113.7')), false);
  clock.advance(limits.machines.passMs + 1);
  assert.equal(passes.isValid('203.0.113.7', pass), false);
});

test('a device is what its cookie says, and nothing else is one', () => {
  const device = newDevice();
  assert.equal(deviceOf(`a=b; assay-interview-device=${device}; c=d`), device);
  assert.equal(deviceOf('assay-interview-device=short'), null);
  const planted = newDevice();
  const cookies = [`assay-interview-device=${planted}`, `__Host-assay-interview-device=${device}`];
  assert.equal(deviceOf(cookies.join('; ')), device, 'the one that no sister host can set');
  assert.equal(deviceOf(cookies.reverse().join('; ')), device);
  assert.equal(deviceOf(undefined), null);
});
