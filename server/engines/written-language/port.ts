/** Tells which language a text is written in. */
export interface WrittenLanguageEngine {
  /** ISO 639-1 code of the language most of it is written in, of those with a pack; null where that is not sure. */
  of(text: string): Promise<string | null>;
}
