import assert from 'node:assert/strict';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openStaticEmbeddings } from '#server/engines/embeddings/static/engine.ts';
import { firstText, readPieces } from '#server/engines/embeddings/static/pieces.ts';
import { wordsOf } from '#server/engines/embeddings/static/words.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { processorCostMs } from '#test/support/processor-cost.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { cosine } from './cosine.ts';

const bundled = dirname(bundledModel('wordllama-256.bin'));
const engine = await openStaticEmbeddings(bundled);
const { signal } = new AbortController();
const embed = (...texts: string[]) => engine.embed(texts, 'passage', signal);
const similarity = async (a: string, b: string) => {
  const [first, second] = await embed(a, b);
  return cosine(first!, second!);
};

/** Of the published vectors in 16 bits, with the publisher's tokenizer: see the model's card. */
const published: readonly (readonly [string, string, number])[] = [
  ['experience in bookkeeping', 'kept the ledgers and prepared accounts', 0.175],
  ['intensive care nursing', 'registered nurse in a critical care unit', 0.668],
  ['intensive care nursing', 'drove a fork lift truck', -0.02],
  ['experience with c++', 'c# and java programming', 0.181],
  ['führte die buchhaltung', 'experience in bookkeeping', -0.006],
];

test('texts are as near each other as with the published vectors', async () => {
  for (const [a, b, expected] of published) {
    const found = await similarity(a, b);
    assert.ok(Math.abs(found - expected) < 0.01, `"${a}" and "${b}": ${found}, not ${expected}`);
  }
});

test('vectors have length 127, whatever the length of the text', async () => {
  const texts = [
    'nurse',
    'Registered nurse in a hospital. '.repeat(500),
    'Кладовщик',
    '建設現場の工事監督',
    'x',
  ];
  for (const [n, vector] of (await embed(...texts)).entries()) {
    assert.equal(vector.length, engine.dimensions);
    assert.ok(Math.abs(Math.hypot(...vector) - 127) < 1.5, `${texts[n]}: ${Math.hypot(...vector)}`);
  }
});

test('a text without words is known to be unknown', async () => {
  for (const vector of await embed('', ' \n\t', '— … !? ((', '\u0000')) {
    assert.ok(vector.every((value) => value === 0));
  }
});

test('capitals, signs and spacing change nothing', async () => {
  const [plain, ...others] = await embed(
    'accounts payable and receivable',
    'ACCOUNTS PAYABLE, AND RECEIVABLE!',
    '  accounts\npayable –\tand (receivable)',
    'ａｃｃｏｕｎｔｓ payable and receivable',
  );
  for (const other of others) assert.deepEqual(other, plain);
});

test('the same text gives the same vector, whatever came before it', async () => {
  const [first] = await embed('Forklift driver');
  await embed(...Array.from({ length: 300 }, (_, n) => `word${n} forklift Staplerfahrer погрузчик ${n}`));
  const again = await openStaticEmbeddings(bundled);
  assert.deepEqual((await embed('Forklift driver'))[0], first);
  assert.deepEqual((await again.embed(['Forklift driver'], 'query', signal))[0], first);
});

for (const [language, asked, told, other] of [
  ['Russian', 'опыт бухгалтерского учёта', 'работала главным бухгалтером', 'водитель погрузчика на складе'],
  ['Greek', 'λογιστική', 'λογιστής σε εταιρεία', 'οδηγός φορτηγού'],
  ['Chinese', '仓库管理和叉车驾驶', '仓库管理员，叉车司机', '小学教师，教数学'],
  ['Arabic', 'خبرة في المحاسبة', 'عمل محاسبا في شركة، محاسبة مالية', 'سائق رافعة شوكية'],
  ['Georgian', 'ბუღალტერია', 'მთავარი ბუღალტერი', 'მძღოლი საწყობში'],
  ['Korean', '병원 간호', '병원 간호사', '전기 기사, 설비 보수'],
] as const) {
  test(`${language} texts that share stems lie nearer than those that do not`, async () => {
    const [near, far] = [await similarity(asked, told), await similarity(asked, other)];
    assert.ok(near > far + 0.1, `${near} and ${far}`);
  });
}

test('words keep the signs that name programming languages', () => {
  assert.deepEqual(wordsOf('C++, C# & .NET/Node.js (5+ yrs)'), [
    'c++',
    'c#',
    'net',
    'node',
    'js',
    '5+',
    'yrs',
  ]);
  assert.deepEqual(wordsOf('Führte die Büroküche'), ['führte', 'die', 'büroküche']);
});

test('a run of letters without an end costs no more than its letters', async () => {
  const long = 'a'.repeat(150_000) + '漢'.repeat(40_000);
  assert.ok((await processorCostMs(() => embed(long))) < 5000);
});

test('letters without a piece are spelled as bytes', async () => {
  const pieces = await readPieces(bundledModel('moonshine-tokens.txt'));
  assert.equal(pieces.count, 32_000);
  assert.equal(pieces.of('nurse').length, 2);
  const spelled = pieces.of('ბ');
  assert.equal(spelled.filter((piece) => piece < firstText).length % 3, 0);
});

test('a table that was cut or is none is refused', async (t) => {
  const folder = await tempFolder(t);
  await copyFile(bundledModel('moonshine-tokens.txt'), join(folder, 'moonshine-tokens.txt'));
  const whole = await readFile(bundledModel('wordllama-256.bin'));
  for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 7), Buffer.from('ASYTOKN2'.padEnd(64))]) {
    await writeFile(join(folder, 'wordllama-256.bin'), bytes);
    await assert.rejects(openStaticEmbeddings(folder), /not a table/);
  }
});

test('a caller that has gone is not served', async () => {
  await assert.rejects(engine.embed(['nurse'], 'query', AbortSignal.abort()), { name: 'AbortError' });
});
