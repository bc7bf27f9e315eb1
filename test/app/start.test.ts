import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSandbox } from '#server/app/start.ts';
import type { Logger } from '#server/logging.ts';
import { HopelessError } from '#server/process/run-child.ts';

function noted() {
  const lines: string[] = [];
  const note = (level: string) => (_fields: object, sentence: string) => lines.push(`${level}: ${sentence}`);
  return { lines, logger: { info: note('info'), warn: note('warn') } as unknown as Logger };
}
const dataDir = '/nowhere';
const sentence = 'the sandbox of programs that read uploads';

for (const requireSandbox of [false, true]) {
  test(`a start where the sandbox holds says so (REQUIRE_SANDBOX ${requireSandbox})`, async () => {
    const { lines, logger } = noted();
    const found = await checkSandbox({ dataDir, requireSandbox }, logger, async () => []);
    assert.equal(found.status, 'ok');
    assert.deepEqual(lines, [`info: ${sentence} holds`]);
  });
}

const gaps = [
  ['has gaps', async () => ['files' as const]],
  ['cannot be tried', () => Promise.reject(new Error('setpriv is missing'))],
] as const;
for (const [what, tryIt] of gaps) {
  test(`where the sandbox ${what}, the start warns and goes on`, async () => {
    const { lines, logger } = noted();
    const found = await checkSandbox({ dataDir, requireSandbox: false }, logger, tryIt);
    assert.equal(found.status, 'warning');
    assert.deepEqual(lines, [`warn: ${sentence} does not hold`]);
  });

  test(`where the sandbox ${what}, a start that requires it ends and says what to do`, async () => {
    const { logger } = noted();
    await assert.rejects(checkSandbox({ dataDir, requireSandbox: true }, logger, tryIt), (error) => {
      assert.ok(error instanceof HopelessError);
      assert.match(error.message, /^REQUIRE_SANDBOX is 1, and the sandbox does not hold: .+\. .*\.$/);
      return true;
    });
  });
}
