import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
/** Gives up on what did not happen: there is nothing else to assert. */
const right = /^if \(performance\.now\(\) > giveUpAt\) assert\.fail\(/;
const inCondition =
  /^\s*(?:\}\s*)?(?:else )?(?:if \(.*\)|else) (?:await )?assert\b|(?:&&|\|\||\?\?|\?) (?:await )?assert[.(]/;
const isFault = (line: string) => inCondition.test(line) && !right.test(line.trim());

for (const [line, expected] of [
  ['  if (field) assert.equal(a, b);', true],
  ['  else if (n > 0) await assert.rejects(a);', true],
  ['  } else assert.ok(a);', true],
  ['  a && assert.ok(b);', true],
  ['  a ? assert.ok(b) : undefined;', true],
  ['  if (performance.now() > giveUpAt) assert.fail(why());', false],
  ['  assert.ok(!a || b);', false],
  ['  if (a) break;', false],
] as const) {
  test(`${line.trim()} is ${expected ? 'refused' : 'let through'}`, () => {
    assert.equal(isFault(line), expected);
  });
}

test('no test asserts something under a condition that may never be met', async () => {
  const faults: string[] = [];
  let files = 0;
  for await (const file of glob('{test,lab/test}/**/*.ts', { cwd: root })) {
    if (file === 'test/scripts/conditional-assertions.test.ts') continue;
    files++;
    const lines = (await readFile(resolve(root, file), 'utf8')).split('\n');
    faults.push(...lines.flatMap((line, at) => (isFault(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])));
  }
  assert.ok(files > 100);
  assert.deepEqual(faults, [], 'put the expected value in a table, or filter first and assert what is left');
});
