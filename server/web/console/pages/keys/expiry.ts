/** Days a key can be made for; the server's own bounds. */
export const offeredDays = [30, 90, 180, 365] as const;
export const MOST_DAYS = 365;

/** What the form holds: one of the offered numbers, "custom" with a number of days, or "never". */
export interface Expiry {
  choice: string;
  customDays: number | string;
}

export const expiryAt = (choice: string): Expiry => ({ choice, customDays: 14 });

/** Days to send, null for never; undefined where the number of days is none. */
export function daysOf({ choice, customDays }: Expiry): number | null | undefined {
  if (choice === 'never') return null;
  const days = choice === 'custom' ? customDays : Number(choice);
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS
    ? days
    : undefined;
}

/** Lines of an allow-list without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);
