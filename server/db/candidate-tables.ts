import type { Generated } from 'kysely';

/** Tables of the people that runs are about; see tables.ts for what is portable. `candidates` are the entries of CV search. */
export interface CandidateTables {
  candidate_records: CandidateRecordsTable;
  /** What a record is found by. A name, a telephone number and the writing of an id are no proof, and other records may have them, too. */
  candidate_keys: { record_id: string; client_id: string; kind: string; value: string };
  candidate_runs: CandidateRunsTable;
  candidate_notes: CandidateNotesTable;
  candidate_decisions: CandidateDecisionsTable;
  candidate_proposals: CandidateProposalsTable;
  candidate_links: CandidateLinksTable;
  /** Up to which run, in the order of submission, a client's runs have been looked at. */
  candidate_progress: { client_id: string; sequence: number };
}

/** A person is a record with those that are merged into it; what is said of the whole person stands in the first. */
export interface CandidateRecordsTable {
  id: string;
  /** Order of making within the installation. */
  sequence: Generated<number>;
  client_id: string;
  /** The first record of the person: itself where it is not merged into another. */
  person: string;
  merged_into: string | null;
  merged_at: string | null;
  /** Name of who merged it; null where exact keys did. */
  merged_by: string | null;
  /** The record that its entries were taken from by hand. */
  split_from: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  /** JSON array text. */
  tags: string;
  stage: string;
  standing: string;
  /** 1: a person made it or wrote in it, so that it does not go with its last run. */
  touched: number;
  /** Counts the changes of the person, so that no reviewer overwrites what they have not seen. */
  version: number;
  created_at: string;
  updated_at: string;
  /** When something last came of the person or was written of them. */
  active_at: string;
  /** What lists sort by: the name of the person, folded; "~" where none is known, which comes last. */
  sort_name: string;
  /** Everything that the person is looked for by, folded. */
  search_text: string;
}

export interface CandidateRunsTable {
  run_id: string;
  client_id: string;
  /** Null while nothing says whose it is. */
  record_id: string | null;
  /** Of the run. */
  run_sequence: number;
  /** Of the run. */
  service_type: string;
  /** 0: tried out in the console, so that the API does not show it. */
  in_api: number;
  /** 1: it was under way when it was looked at, and may come to say more. */
  pending: number;
}

export interface CandidateNotesTable {
  id: string;
  record_id: string;
  client_id: string;
  text: string;
  author_id: string;
  author_name: string;
  created_at: string;
}

export interface CandidateDecisionsTable {
  id: string;
  sequence: Generated<number>;
  record_id: string;
  client_id: string;
  kind: string;
  reason: string;
  from_stage: string;
  from_standing: string;
  to_stage: string;
  to_standing: string;
  author_id: string;
  author_name: string;
  created_at: string;
  undone_at: string | null;
  undone_by: string | null;
}

/** Two records that may be one person's. `one` is the smaller id, so that a pair has one row. */
export interface CandidateProposalsTable {
  id: string;
  client_id: string;
  one: string;
  other: string;
  likeness: string;
  status: 'open' | 'dismissed';
  created_at: string;
}

/** A link that shows a candidate to the people who have it. Only the hash of its token is stored. */
export interface CandidateLinksTable {
  id: string;
  sequence: Generated<number>;
  record_id: string;
  client_id: string;
  /** SHA-256, hex. */
  token_hash: string;
  /** Whom it is for, in the words of who made it. */
  note: string;
  hides_names: 0 | 1;
  may_download: 0 | 1;
  author_id: string;
  author_name: string;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  openings: Generated<number>;
  /** Last. */
  opened_at: string | null;
}
