/** The console's languages, each named in itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** What the console speaks. `main.tsx` sets it once, before anything that is shown is loaded. */
export let language: Language = 'en';
/** BCP 47, for dates and for lists. */
export let dateLocale = 'en-GB';

let translated: Readonly<Record<string, unknown>> = {};

/** @param texts of each area, by the name that `inLanguage` is given */
export function speak(chosen: Language, texts: Readonly<Record<string, unknown>>): void {
  language = chosen;
  dateLocale = chosen;
  translated = texts;
}

/** What another language has for the English texts of an area: the same keys, and for each the same parameters. */
export type Texts<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Answer
    ? (...values: Values) => Texts<Answer>
    : { readonly [Key in keyof English]: Texts<English[Key]> };

/**
 * The texts of an area in the console's language.
 *
 * @param name what `de/` calls its translation, which is `Texts` of these
 */
export const inLanguage = <const English>(name: string, english: English): Texts<English> =>
  (translated[name] ?? english) as Texts<English>;
