/** Universal part-of-speech tags (universaldependencies.org), as far as the scores tell them apart. */
export type PartOfSpeech =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X';

/** What a text engine says about one spoken word. */
export interface TextToken {
  /** Dictionary form, lower case: "went" -> "go", "colleagues" -> "colleague". */
  lemma: string;
  pos: PartOfSpeech;
}

/** How often words occur in a large body of speech (film subtitles); keys in lower case. */
export interface FrequencyTable {
  /** e.g. "SUBTLEX-US". */
  source: string;
  /** Occurrences in the whole body. */
  counts: ReadonlyMap<string, number>;
  /** 1 for the commonest word. */
  ranks: ReadonlyMap<string, number>;
}

/** As written, without punctuation at either end. Hindi's vowels behind a consonant are marks, and belong to the word. */
export const withoutPunctuation = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');

/** Lower case, straight apostrophes, no punctuation at either end. Empty when nothing is left. */
export const plainForm = (text: string): string =>
  withoutPunctuation(
    text
      .toLowerCase()
      // What becomes of Turkish "İ".
      .replaceAll('i\u0307', 'i')
      .replaceAll('’', "'"),
  );
