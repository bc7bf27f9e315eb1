/** Numbers in [0, 1). */
export type Random = () => number;

/** A whole number from 0 to `end` - 1. */
export const upTo = (random: Random, end: number): number => Math.floor(random() * end);

export const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[upTo(random, items.length)]!;

/** Texts that are easily stored, compared, cut or shown wrongly. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\uFEFFmarked',
  '\u202Egnp.exe',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(40),
  '\u{10FFFF}',
  'İıſK',
  '\r\n\r\nHTTP/1.1 200 OK',
  "'; drop table runs; --",
  '%00%0a%ff',
  '$ {jndi:ldap://127.0.0.1/a}',
  '{{7*7}}<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x1f',
  '9007199254740993',
  '99999999999999999999999',
  '2026-02-30T25:61:61Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  'a'.repeat(300),
  'ß'.repeat(5000),
  'word '.repeat(4000),
  '\t'.repeat(1000),
  '(((((((((((((((((((((((((((((((a+)+)+)+)+)+)+',
  'http://[::1]:1/',
  'https://user:pw@127.0.0.1:1/a',
  'https://0x7f000001:1/',
];
