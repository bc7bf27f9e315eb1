import type { Role } from '../access.ts';

export type ModulePermission = 'speech' | 'interview' | 'cvdeepmatch' | 'cvdeepsearch';
export type PriceItem = 'speechPerStartedMinute' | 'cvMatch';
export type Prices = Record<PriceItem, number>;
/** Null: the price of the installation. */
export type OwnPrices = Record<PriceItem, number | null>;

/** A row of `GET /clients`: what the person may open, oldest first. */
export interface ClientRow {
  id: string;
  name: string;
  isActive: boolean;
  role: Role;
  creditBalance: number;
  permissions: ModulePermission[];
  createdAt: string;
}

export interface ClientsAnswer {
  items: ClientRow[];
  next: null;
}

/** `GET /clients/:clientId`, and the answer to every change of it. */
export interface ClientAnswer extends ClientRow {
  multilingual: boolean;
  maxConcurrentRuns: number;
  /** Requests per minute of all its keys together; null: only each key's own limit. */
  rateLimitPerMinute: number | null;
  /** What it pays for a run submitted now. */
  prices: Prices;
  ownPrices: OwnPrices;
  installationPrices: Prices;
}

/** `POST /clients`. */
export interface NewClient {
  name: string;
  credits: number;
  permissions: ModulePermission[];
  multilingual: boolean;
}

/** `PATCH /clients/:clientId`; prices by `PUT /clients/:clientId/prices` with OwnPrices. */
export interface ClientChanges {
  name?: string;
  isActive?: boolean;
  permissions?: ModulePermission[];
  multilingual?: boolean;
  maxConcurrentRuns?: number;
  rateLimitPerMinute?: number | null;
}
