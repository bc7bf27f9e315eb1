/** What can be charged. Money is not known here: a price is a whole number of credits. */
export const priceItems = [
  'speechPerStartedMinute',
  'cvMatch',
  'cvSearch',
  'interviewPerStartedMinute',
] as const;
export type PriceItem = (typeof priceItems)[number];

export type Prices = Record<PriceItem, number>;
/** Null: the price of the next level up — of the installation, then the one that Assay brings. */
export type OwnPrices = Record<PriceItem, number | null>;

export interface PricesService {
  /** What a client pays for a run that is submitted now. */
  of(clientId: string): Promise<Prices>;
  installation(): Promise<Prices>;
  /** What was set for this client alone. */
  ofClientAlone(clientId: string): Promise<OwnPrices>;
  /** How many clients have a price of their own. */
  clientsWithOwn(): Promise<number>;
  /** Runs under way keep the price they were accepted for. ApiError INVALID_INPUT naming each bad field. */
  setInstallation(changes: Partial<OwnPrices>): Promise<Prices>;
  setClient(clientId: string, changes: Partial<OwnPrices>): Promise<OwnPrices>;
}
