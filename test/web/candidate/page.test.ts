import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#server/config/limits.ts';
import { faultOf } from '#server/web/candidate/sound/microphone.ts';
import { giveUpAfterMs, hasGivenUp, reconnectDelayMs } from '#server/web/candidate/state/reconnect.ts';
import { fill } from '#server/web/candidate/texts/fill.ts';
import { browserLanguage, nameOf, speechOf, timeIn } from '#server/web/candidate/texts/languages.ts';
import type { Texts } from '#server/web/candidate/texts/types.ts';
import { takeToken } from '#server/web/candidate/token.ts';

function tab(hash: string, kept: Record<string, string> = {}) {
  const replaced: unknown[] = [];
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  };
  const take = () =>
    takeToken({
      location: { hash, pathname: '/i/' },
      history: { replaceState: (_state, _title, url) => replaced.push(url) },
      storage: () => storage,
    });
  return { take, replaced, kept };
}

test('the token leaves the address at once and survives a reload', () => {
  const first = tab('#t=abc_-123');
  assert.deepEqual(first.take(), { token: 'abc_-123', isTyping: false });
  assert.deepEqual(first.replaced, ['/i/']);
  const reloaded = tab('', first.kept);
  assert.deepEqual(reloaded.take(), { token: 'abc_-123', isTyping: false });
});

test('another link replaces the one that the tab had', () => {
  const first = tab('#t=old');
  first.take();
  assert.equal(tab('#t=new', first.kept).take()?.token, 'new');
});

test('without a token, or without storage, the page knows that it has none', () => {
  assert.equal(tab('').take(), null);
  assert.equal(tab('#t=').take(), null);
  const forbidden = () => {
    throw new Error('SecurityError');
  };
  const history = { replaceState() {} };
  const without = (hash: string) =>
    takeToken({ location: { hash, pathname: '/i/' }, history, storage: forbidden });
  assert.equal(without(''), null);
  assert.equal(without('#t=abc')?.token, 'abc');
});

test('tries come at 0.5, 1, 2, 4 and then every 5 s, and up to a fifth sooner', () => {
  const delays = [1, 2, 3, 4, 5, 6, 40].map((attempt) => reconnectDelayMs(attempt, 0));
  assert.deepEqual(delays, [500, 1000, 2000, 4000, 5000, 5000, 5000]);
  assert.equal(reconnectDelayMs(4, 1), 3200);
});

test('the page gives up when the server has', () => {
  assert.equal(hasGivenUp(null, giveUpAfterMs * 9), false);
  assert.equal(hasGivenUp(1000, 1000 + giveUpAfterMs - 1), false);
  assert.equal(hasGivenUp(1000, 1000 + giveUpAfterMs), true);
});

test('what browsers say of microphones becomes what people can do', () => {
  const faults = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'AbortError'].map(faultOf);
  assert.deepEqual(faults, ['denied', 'missing', 'busy', 'busy']);
});

test('the first of the browser’s languages that there is, else English', () => {
  assert.equal(browserLanguage(['fi-FI', 'pt-BR', 'en']), 'pt');
  assert.equal(browserLanguage(['fi']), 'en');
});

const strings = (value: unknown, path: string): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([key, inner]) => strings(inner, `${path}.${key}`));
const places = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ');

for (const language of limits.languages) {
  test(`the texts in "${language}" are whole: as many as the English ones, with the same places`, async () => {
    const english = new Map(strings((await speechOf('en')).texts satisfies Texts, ''));
    const { texts, tag } = await speechOf(language);
    const own = new Map(strings(texts, ''));
    assert.deepEqual([...own.keys()], [...english.keys()]);
    for (const [path, text] of own) {
      assert.equal(places(text), places(english.get(path)!), path);
      assert.notEqual(text.trim(), '', path);
    }
    // A text that was forgotten would still be English.
    const forgotten = [...own].filter(([path, text]) => text.length > 25 && text === english.get(path));
    assert.equal(forgotten.length > 0, language === 'en', forgotten.join('\n'));
    assert.match(timeIn(tag, 4, 'minute'), /4|٤|४/);
    assert.notEqual(nameOf(tag), tag);
  });
}

test('values go where the braces are, as often as they are', () => {
  assert.equal(fill('{a} and {a}, {b}', { a: 'x$&', b: 2 }), 'x$& and x$&, 2');
});
