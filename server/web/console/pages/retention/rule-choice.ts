/** A rule while it is being chosen. */
export interface RuleChoice {
  mode: 'installation' | 'kept' | 'days';
  days: number | string;
}

export const presetDays = [30, 90, 180, 365] as const;
const USUAL_DAYS = 90;
/** A hundred years. */
const MOST_DAYS = 36_500;

export function choiceOf(own: number | null | 'installation'): RuleChoice {
  if (own === 'installation') return { mode: 'installation', days: USUAL_DAYS };
  return own === null ? { mode: 'kept', days: USUAL_DAYS } : { mode: 'days', days: own };
}

/** Undefined while the number of days is none. */
export function ruleOf({ mode, days }: RuleChoice): number | null | 'installation' | undefined {
  if (mode === 'installation') return 'installation';
  if (mode === 'kept') return null;
  return typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS
    ? days
    : undefined;
}

/** The days that would hold; null where nothing would go by itself. */
export const daysInForce = (
  rule: number | null | 'installation' | undefined,
  installation: number | null,
): number | null => (rule === 'installation' ? installation : (rule ?? null));
