import { type Language, languages } from './language.ts';

const KEY = 'assay.language';

/** What was chosen in this browser; else the first of its languages that the console has; else English. */
export const wantedLanguage = (kept: Pick<Storage, 'getItem'>, ofBrowser: readonly string[]): Language =>
  [kept.getItem(KEY) ?? '', ...ofBrowser]
    .map((tag) => tag.split('-')[0]!.toLowerCase())
    .find((code): code is Language => Object.hasOwn(languages, code)) ?? 'en';

/** Another language is another start of the page. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  location.reload();
}
