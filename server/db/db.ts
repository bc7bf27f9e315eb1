import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../time.ts';
import type { Tables } from './tables.ts';

/** A database handle or a transaction on it; repository functions take one first and never know which. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/** What a service needs that makes rows of its own. */
export interface RowMaker {
  db: Db;
  clock: Clock;
  newId: () => string;
}
