const maxCount = 50;
const maxChars = 60;

/**
 * Names and jargon that a submission's metadata announces: `hotwords`, a list of strings or one string with commas, semicolons or
 * line breaks between. Whatever else stands there is no hotword.
 *
 * @returns each once, trimmed; at most 50 of at most 60 characters
 */
export function hotwordsOf(metadata: Readonly<Record<string, unknown>>): string[] {
  const given = metadata.hotwords;
  const listed = Array.isArray(given) ? given : typeof given === 'string' ? given.split(/[,;\n]/) : [];
  const words = listed
    .filter((word): word is string => typeof word === 'string')
    .map((word) => word.replaceAll(/\s+/g, ' ').trim())
    .filter((word) => word !== '' && [...word].length <= maxChars);
  return [...new Set(words)].slice(0, maxCount);
}
