import { packOf } from '../languages/registry.ts';

/**
 * Whether a written word is a filled pause ("uh", "Um,"): shown and counted as hesitation, never as a word. In a
 * language whose filled pauses are not known, none is.
 */
export function isHesitation(text: string, language: string): boolean {
  const bare = text.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');
  return packOf(language)?.fillers?.includes(bare) ?? false;
}
