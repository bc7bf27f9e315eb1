/** Two neighbouring vowels that are spoken apart: "be-ing", "ar-e-a", "Jan-u-ary", "so-ci-o-logy". */
const hiatus = /[aeiou]ing$|[aeiouy].*ea$|[^qg]ua|(?:[^aeiou]|^)i(?:a|o|um)(?!u)/;

/**
 * From the groups of vowel letters: a silent final "e" and the "e" of a final "-ed" that is not spoken are left out, "-le"
 * after a consonant is a syllable.
 */
export function syllables(word: string, vowelGroups: number): number {
  let count = vowelGroups;
  if (/[^aeiouyl]e$/.test(word) || /[aeiouy]le$/.test(word)) count -= 1;
  else if (/[^aeiouytd]ed$/.test(word) || /[^aeiouyszxg](?<!sh|ch)es$/.test(word)) count -= 1;
  if (hiatus.test(word) && !/[ct]i(?:on|a[ln]|ous)|sion/.test(word)) count += 1;
  return count;
}
