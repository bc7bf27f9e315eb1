import { language } from '../../texts/language.ts';

const names = new Intl.DisplayNames([language], { type: 'language' });

/** "en" -> "English"; unknown codes stay as they are. */
export function languageName(code: string | null): string {
  if (!code) return '';
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
