import assert from 'node:assert/strict';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createSpeller, type Speller } from '#server/engines/align/g2p.ts';
import { classOfPhone } from '#server/engines/align/phones.ts';
import { bundledModel } from '#test/support/bundled-model.ts';
import { seededRandom } from '../../../testkit/random.ts';

let speller: Speller;
before(async () => {
  speller = await createSpeller(bundledModel('g2p-en.bin'));
});

for (const [word, phones] of [
  ['blick', 'b l ih k'],
  ['phleem', 'f l iy m'],
  ['knoast', 'n ow s t'],
  ['shreeple', 'sh r iy p ah l'],
  ['unquibbable', 'ah n k w ih b ah b ah l'],
] as const) {
  test(`no dictionary has "${word}"; it is said ${phones}`, () => {
    assert.equal(speller.spell(word)[0]?.join(' '), phones);
  });
}

test('any letters are said in phones that the aligner knows', () => {
  const random = seededRandom(2);
  for (let round = 0; round < 200; round++) {
    const length = 1 + Math.floor(20 * random());
    const word = Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz'"[Math.floor(27 * random())]).join(
      '',
    );
    const ways = speller.spell(word, 3);
    assert.ok(ways.length <= 3);
    for (const phone of ways.flat()) classOfPhone(phone);
    assert.equal(new Set(ways.map((way) => way.join(' '))).size, ways.length);
  }
});

test('what cannot be spelled has no pronunciation', () => {
  assert.deepEqual(speller.spell(''), []);
  assert.deepEqual(speller.spell('łódź'), []);
});

test('a file that is no such model is refused', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'assay-g2p-')), 'broken.bin');
  await writeFile(path, '{"order":1,"step":0.1,"graphones":["a:ae"],"counts":[1]}\nx'.padEnd(200, ' '));
  await assert.rejects(createSpeller(path), /Not a graphone model/);
});
