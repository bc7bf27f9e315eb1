/** Sounds of hesitation as recognisers and transcribers spell them, by language; where a language has none here, nothing is marked. */
const hesitations: Readonly<Record<string, readonly string[]>> = {
  en: ['uh', 'um', 'uhm', 'hmm', 'hm', 'mhm', 'er', 'erm', 'mm', 'umm', 'uhh', 'mmm', 'eh', 'ehm'],
  de: ['äh', 'ähm', 'öh', 'öhm', 'hm', 'hmm'],
  fr: ['euh', 'heu', 'hum', 'hm'],
  es: ['em', 'mmm'],
  it: ['ehm', 'mh'],
  pt: ['hã', 'hum', 'ahn'],
  nl: ['uh', 'uhm', 'ehm'],
  pl: ['yyy', 'eee', 'hmm'],
  ru: ['э', 'ээ', 'эм', 'хм'],
  sr: ['hm', 'хм'],
  tr: ['ııı', 'eee', 'hım'],
};

/** Whether a written word is a filled pause ("uh", "Um,"): shown and counted as hesitation, never as a word. */
export function isHesitation(text: string, language: string): boolean {
  const bare = text.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');
  return hesitations[language]?.includes(bare) ?? false;
}
