import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '#test/support/temp-folder.ts';
import { checkFunctions, functionsOf } from '../../scripts/check-functions.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `  use(${at});\n`).join('');

test('functions of every kind are found, with their names, their lines and those they are in', () => {
  const source = `// Nothing: ä, 語
export function plain() {
  const inner = async () => {
    return 1;
  };
  return call(() => 2);
}
export default class Store {
  #own = () => 3;
  constructor() {}
  get size() {
    return 4;
  }
  static make(): void {}
}
export const table = {
  async *rows() {},
  'by name': (x: number) =>
    x,
};
type Alike = { params: string; body: string };
declare function outside(): void;
let later;
later = function () {};
`;
  assert.deepEqual(
    functionsOf(source).map(({ name, line, lines }) => `${name} ${line} ${lines}`),
    [
      ...['plain 2 6', 'plain.inner 3 3', 'plain.function 6 1'],
      ...['own 9 1', 'constructor 10 1', 'size 11 3', 'make 14 1'],
      ...['rows 17 1', 'by name 18 2', 'later 24 1'],
    ],
  );
});

for (const [what, count, faults] of [
  ['80', 78, 0],
  ['81', 79, 1],
] as const) {
  test(`a function of ${what} lines is ${faults ? 'a fault' : 'none'}`, async (t) => {
    const root = await tempFolder(t);
    const file = join(root, 'server/web/page.tsx');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `\nexport function Page() {\n${lines(count)}}\n`);
    const found = checkFunctions(root, {});
    assert.equal(found.length, faults);
    if (faults) {
      const message = '"Page" has 81 lines: divide it, the most are 80.';
      assert.deepEqual(found, [{ file: 'server/web/page.tsx', line: 2, message }]);
    }
    assert.equal(checkFunctions(root, { 'server/web/page.tsx': ['Page'] }).length, 1 - faults);
  });
}

test('an exception for what is gone is a fault', async (t) => {
  const [fault, ...others] = checkFunctions(await tempFolder(t), { 'server/gone.ts': ['gone'] });
  assert.deepEqual(others, []);
  assert.equal(fault?.file, 'server/gone.ts');
});
