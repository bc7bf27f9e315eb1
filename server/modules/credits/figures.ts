import type { Db } from '../../db/db.ts';

export interface CreditFigures {
  /** Since the installation began. */
  moved: { type: 'debit' | 'credit'; serviceType: string; credits: number }[];
  /** Reserved for runs that have not ended. */
  held: number;
}

/** Of all clients together. */
export async function creditFigures(db: Db): Promise<CreditFigures> {
  const moved = await db
    .selectFrom('ledger_totals')
    .select((of) => ['type', 'service_type', of.fn.sum<number>('total').as('credits')])
    .groupBy(['type', 'service_type'])
    .execute();
  const { held } = await db
    .selectFrom('holds')
    .select((of) => of.fn.sum<number | null>('amount').as('held'))
    .executeTakeFirstOrThrow();
  return {
    moved: moved.map(({ type, service_type, credits }) => ({
      type,
      serviceType: service_type,
      credits: Number(credits),
    })),
    held: Number(held ?? 0),
  };
}
