import type { SpecialTokens, WhisperTokenizer } from './tokenizer.ts';

/**
 * The tokens a transcript begins with: names and jargon as if they had been said before, then
 * <|startoftranscript|><|language|><|transcribe|> and, without timestamps, <|notimestamps|>.
 *
 * @param language the token's code; null for English-only models, which have no tokens for language and task
 * @param positions tokens the decoder can look back on: half of them are kept for what is said
 */
export function promptOf(
  tokenizer: Pick<WhisperTokenizer, 'encode'> & { special: SpecialTokens },
  options: { language: string | null; timestamps: boolean; hotwords: readonly string[]; positions: number },
): number[] {
  const { special } = tokenizer;
  const prompt = [...hotwordTokens(tokenizer, options), special.start];
  if (options.language !== null) {
    const language = special.languages.get(options.language);
    if (language === undefined) throw new Error(`This Whisper model has no language "${options.language}".`);
    prompt.push(language, special.transcribe!);
  }
  if (!options.timestamps) prompt.push(special.noTimestamps);
  return prompt;
}

function hotwordTokens(
  { encode, special }: Pick<WhisperTokenizer, 'encode'> & { special: SpecialTokens },
  { hotwords, positions }: { hotwords: readonly string[]; positions: number },
): number[] {
  const words = [...new Set(hotwords.map((word) => word.replace(/\s+/g, ' ').trim()).filter(Boolean))];
  const room = Math.floor(positions / 2) - 1;
  const tokens: number[] = [];
  // Whole words only: half a name would be a wrong one. The first ones given are the ones that count.
  for (const word of words) {
    const more = encode(`${tokens.length > 0 ? ',' : ''} ${word}`);
    if (tokens.length + more.length > room) break;
    tokens.push(...more.filter((id) => id < special.endOfText));
  }
  return tokens.length > 0 ? [special.startOfPrevious, ...tokens] : [];
}
