import { limits } from '../../config/limits.ts';
import { languagesNamed } from '../../domain/cv/language-names.ts';
import { foldWords } from '../../domain/cv/words.ts';

const isHeld = (code: string): boolean => (limits.languages as readonly string[]).includes(code);

/**
 * The language that a persona's text means (ISO 639-1), by code or by name in any of the 16 languages: "en", "pt-BR", "English",
 * "Deutsch". Undefined where it means none of them, or several.
 */
export function interviewLanguage(given: string): string | undefined {
  const text = given.trim();
  const code = /^([a-z]{2})(?:[-_][a-z0-9]+)*$/i.exec(text)?.[1]?.toLowerCase();
  if (code !== undefined) return isHeld(code) ? code : undefined;
  const named = new Set(languagesNamed(foldWords(text)).map((one) => one.code));
  const [only] = named;
  return named.size === 1 && isHeld(only!) ? only : undefined;
}
