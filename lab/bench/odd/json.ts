import { oddTexts, pick, type Random, upTo } from './chance.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Values as they stand in a JSON text; some are none. */
const oddValues: readonly (() => string)[] = [
  () => 'null',
  () => 'true',
  () => '{}',
  () => '[]',
  () => '[[]]',
  () => '""',
  () => '0',
  () => '-1',
  () => '-0',
  () => '0.5',
  () => '1e308',
  () => '1e999',
  () => '-1e999',
  () => '123456789012345678901234567890',
  () => '9007199254740993',
  () => '2147483648',
  () => 'NaN',
  () => 'Infinity',
  () => 'undefined',
  () => '01',
  () => "'single'",
  () => '"\\ud800"',
  () => '"\\u0000"',
  () => '"a\\u0000b"',
  () => '"\\ud83d"',
  () => '"\u0001"',
  () => '"\\x41"',
  () => '"\\u202e\\u0301"',
  () => '{"__proto__":{"admin":true}}',
  () => '{"constructor":{"prototype":{"admin":true}}}',
  () => '{"toString":1,"valueOf":1,"hasOwnProperty":1}',
  () => '{"length":4294967295}',
  () => `${'['.repeat(99)}${']'.repeat(99)}`,
  () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  () => `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  () => `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  () => `[${'0,'.repeat(100_000)}0]`,
  () => `"${'x'.repeat(100_000)}"`,
  () => `"${'\\ud83d\\ude00'.repeat(10_000)}"`,
];

/** Places of a value: paths of names and indexes. */
function placesOf(value: Json, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]))];
}

/** Where a text of JSON goes into a value, which is written afterwards. */
const mark = '\u2063odd\u2063';

function withMarks(value: Json, random: Random, count: number): Json {
  let copy = structuredClone(value);
  for (let index = 0; index < count; index++) {
    const path = [...pick(random, placesOf(copy))];
    const last = path.pop();
    if (last === undefined) {
      copy = mark;
      break;
    }
    let at = copy as { [name: string]: Json };
    for (const name of path) at = at[name] as { [name: string]: Json };
    const change = random();
    if (change < 0.6) at[last] = mark;
    else if (change < 0.75) delete at[last];
    else if (change < 0.9 && !Array.isArray(at))
      at[pick(random, [...oddTexts, `${last} `, `${last}[]`])] = mark;
    else at[last] = Array.from({ length: pick(random, [2, 12, 2000]) }, () => structuredClone(at[last]!));
  }
  return copy;
}

/** A text that is nearly the JSON of `good`: values, names, signs or bytes of it are odd. */
export function oddJson(random: Random, good: unknown): { kind: string; text: string } {
  const value = (good ?? {}) as Json;
  const way = random();
  if (way < 0.1) return { kind: 'as it is', text: JSON.stringify(value) };
  if (way < 0.7) {
    const marked = JSON.stringify(withMarks(value, random, 1 + upTo(random, 3)));
    const isText = random() < 0.4;
    const text = marked.replaceAll(JSON.stringify(mark), () =>
      isText ? JSON.stringify(pick(random, oddTexts)) : pick(random, oddValues)(),
    );
    return { kind: isText ? 'odd texts' : 'odd values', text };
  }
  const text = JSON.stringify(value);
  if (way < 0.78) {
    const [name = 'a'] = Object.keys(value as object);
    const twice = `"${name}":${pick(random, oddValues)()}`;
    return { kind: 'a name twice', text: `{${twice},${text.slice(1)}` };
  }
  if (way < 0.84) return { kind: 'cut short', text: text.slice(0, upTo(random, text.length)) };
  if (way < 0.9) {
    const at = upTo(random, text.length);
    const sign = pick(random, ['"', '\\', '{', ']', ',', ':', '\0', '\u2028', '//', '/**/', '\ud800']);
    return { kind: 'a sign too many', text: text.slice(0, at) + sign + text.slice(at + upTo(random, 2)) };
  }
  if (way < 0.95) return { kind: 'a mark first', text: `\uFEFF${text}` };
  return { kind: 'something else', text: pick(random, [...oddValues.map((make) => make()), ...oddTexts]) };
}
