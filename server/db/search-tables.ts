import type { Generated } from 'kysely';

/** Tables of CV search; see tables.ts for what is portable. The words of candidates lie in `candidate_words`, which only `dialects/text-index.ts` knows. */
export interface SearchTables {
  corpora: CorporaTable;
  candidates: CandidatesTable;
  candidate_tags: { candidate: number; corpus: number; tag: string };
  candidate_vectors: CandidateVectorsTable;
  search_results: SearchResultsTable;
}

export interface CorporaTable {
  number: Generated<number>;
  client_id: string;
  /** The customer's own id, unique within the client. */
  corpus_id: string;
  /** Counts up with every vector that is stored. */
  revision: number;
  /** How many it has. */
  candidates: number;
  created_at: string;
  changed_at: string;
}

export interface CandidatesTable {
  /** Order of arrival within the installation. */
  number: Generated<number>;
  corpus: number;
  /** Unique within the corpus. */
  external_id: string;
  /** SHA-256 of everything that was sent, hex: the same again changes nothing. */
  content_hash: string;
  /** SHA-256 of what is embedded, hex: while it stays, so does the vector. */
  text_hash: string;
  /** JSON text of a `ParsedCv`. */
  cv: string;
  /** JSON text: those that were sent and those of `lists`. */
  tags: string;
  /** JSON text: tags given in the console. A candidate that is sent again keeps them. */
  lists: Generated<string>;
  /** JSON text. */
  metadata: string;
  embedding_status: 'pending' | 'embedded' | 'failed';
  /** Why it failed. */
  embedding_error: string | null;
  /** `EmbeddingsEngine.name` of what made the vector. */
  embedding_model: string | null;
  embedded_at: string | null;
  /** Process that embeds it, and until when it is believed to live. */
  lease_owner: string | null;
  lease_until: string | null;
  created_at: string;
  updated_at: string;
}

export interface CandidateVectorsTable {
  candidate: number;
  corpus: number;
  model: string;
  /** Of the corpus when it was stored. */
  revision: number;
  /** One signed byte a dimension. */
  vector: Uint8Array;
}

/** What a search found, in its order. */
export interface SearchResultsTable {
  run_id: string;
  /** From 1. */
  rank: number;
  corpus: number;
  external_id: string;
  score: number;
  /** JSON text of the rest of the row. */
  row: string;
}
