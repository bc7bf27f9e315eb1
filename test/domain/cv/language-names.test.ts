import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagesNamed } from '#server/domain/cv/language-names.ts';
import { foldWords } from '#server/domain/cv/words.ts';
import { packs } from '#server/domain/languages/registry.ts';

test('every language with a pack is known by the name that each of them has for it', () => {
  const unknown: string[] = [];
  for (const locale of packs.flatMap(({ code, nameLocales }) => nameLocales ?? [code])) {
    const display = new Intl.DisplayNames([locale], { type: 'language' });
    for (const { code } of packs) {
      const name = display.of(code)!;
      if (!languagesNamed(foldWords(name)).some((found) => found.code === code)) unknown.push(name);
    }
  }
  assert.deepEqual(unknown, []);
});
