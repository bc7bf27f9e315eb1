import { TaxonomyError } from './taxonomy-error.ts';
import { normalise } from './words.ts';

/** Which employers are of which industry. */
export interface Employers {
  /** Names of the industries of an employer, by its name or by a word in it; empty where neither tells. */
  industriesOf(employer: string): readonly string[];
}

interface Sign {
  industry: string;
  /** Where one of these stands in the name, the sign does not count. */
  unless: readonly string[];
}

/** Of the longest name. */
const mostWords = 8;

const wordsOf = (text: string): string[] =>
  (text.replaceAll(/['’]s\b/g, 's').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(normalise).filter(Boolean);
const keyOf = (text: string): string => wordsOf(text).join(' ');

/**
 * Reads lines `Industry = name, name | word, word !other, word`.
 * @param isIndustry whether an industry has this name
 * @throws TaxonomyError with the line's number where a line names no industry
 */
export function readEmployers(text: string, isIndustry: (name: string) => boolean): Employers {
  const signs = new Map<string, Sign[]>();
  const add = (industry: string, written: string) => {
    const [sign = '', ...unless] = written.split('!');
    const key = keyOf(sign);
    if (!key) return;
    const known = signs.get(key);
    const one = { industry, unless: unless.map(keyOf) };
    if (known) known.push(one);
    else signs.set(key, [one]);
  };
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.replace(/^#.*/, '').trim();
    if (!line) continue;
    const at = line.indexOf('=');
    const industry = line.slice(0, at).trim();
    if (at < 1 || !isIndustry(industry))
      throw new TaxonomyError(`Line ${index + 1}: "${industry || line}" is no industry.`);
    for (const written of line.slice(at + 1).split(/[,|]/)) add(industry, written);
  }
  return {
    industriesOf(employer) {
      const words = wordsOf(employer);
      const whole = ` ${words.join(' ')} `;
      const found = new Set<string>();
      for (let first = 0; first < words.length; first += 1) {
        for (let end = first + 1; end <= Math.min(words.length, first + mostWords); end += 1) {
          for (const { industry, unless } of signs.get(words.slice(first, end).join(' ')) ?? []) {
            if (!unless.some((other) => whole.includes(` ${other} `))) found.add(industry);
          }
        }
      }
      return [...found];
    },
  };
}
