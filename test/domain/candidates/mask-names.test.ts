import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskNames } from '#server/domain/candidates/mask-names.ts';

for (const [text, names, masked] of [
  ['Anna Kowalska led it', ['Anna Kowalska'], '••• ••• led it'],
  ['ANNA led Annapolis', ['Anna Kowalska'], '••• led Annapolis'],
  ['van der Berg, Delft', ['Jan van der Berg'], '••• ••• •••, Delft'],
  ['Zoë’s work', ['Zoë Ärger'], '•••’s work'],
  ['Zoe\u0308 wrote', ['Zoë'], '••• wrote'],
  ['Bo is able, and LI, Bo Li', ['Bo Li'], '••• is able, and •••, ••• •••'],
  ['an Al, al an', ['An Al'], 'an •••, al an'],
  ['Juan de la Cruz de Madrid', ['Juan de la Cruz'], '••• de la ••• de Madrid'],
  ['由李小龙完成', ['李 小龙'], '由•••完成'],
  ['김민수가 했다', ['김민수'], '•••가 했다'],
  ['J. Ray, ray', ['J. Ray'], 'J. •••, •••'],
  ['nobody', [null], 'nobody'],
  ['a.b (c)', ['(.*) [x'], 'a.b (c)'],
] as const)
  test(`in "${text}" the name is masked`, () => assert.equal(maskNames(text, names), masked));
