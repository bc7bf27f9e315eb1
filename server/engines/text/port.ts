import type { FrequencyTable, TextToken } from '../../domain/scoring/text.ts';

/** What a language's words are: parts of speech, dictionary forms, how common they are. */
export interface TextEngine {
  readonly id: string;
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  /** Null where no word list is installed for the language. */
  readonly frequencies: FrequencyTable | null;
  /** Whether its parts of speech are sure enough to tell where clauses begin. */
  readonly findsClauses: boolean;
  /** One token per word, in the same order. `words` are those of one turn: its ends are taken for sentence ends. */
  analyse(words: readonly string[]): TextToken[];
}
