import type { Services } from '#server/commands/services.ts';
import { recordedSteps } from '../recorded-speech/steps.ts';
import { makeVariant, type Variant } from '../recorded-speech/variants.ts';
import type { Customer } from './customer.ts';

interface DemoInterview {
  externalId: string;
  variant: Variant;
  tags: string[];
  metadata: Record<string, string>;
  language?: string;
}

const interview = (
  externalId: string,
  variant: Variant,
  role: string,
  tags: string[],
  language?: string,
  /** As the customer's applicant system knows them. */
  person: Record<string, string> = {},
): DemoInterview => ({
  externalId,
  variant,
  tags,
  metadata: { role, interviewer: 'M. Ferreira', ...person },
  ...(language && { language }),
});

const interviews: readonly DemoInterview[] = [
  interview('cand-2041', 'plain', 'Event planner', ['first-round', 'lisbon'], undefined, {
    candidate_name: 'Jane Baker',
    candidate_email: 'jane.baker@example.org',
  }),
  interview('cand-2040', 'slow', 'Event planner', ['first-round', 'lisbon']),
  interview('cand-2038', 'hurried', 'Event planner', ['first-round', 'porto']),
  interview('cand-2033', 'short', 'Guest relations manager', ['second-round']),
  // The recogniser that announced German is gone: a run that fails, and says what to do.
  interview('cand-2031', 'plain', 'Guest relations manager', ['second-round', 'german'], 'de'),
  interview('cand-2027', 'plain', 'Guest relations manager', ['second-round']),
  interview('cand-2019', 'slow', 'Concierge', ['first-round']),
  interview('cand-2014', 'hurried', 'Concierge', ['first-round', 'porto']),
  interview('cand-2011', 'short', 'Concierge', ['first-round', 'lisbon']),
];

/**
 * Submits the interviews, the last of the list first, and waits for their scorecards.
 *
 * @param folder for the recordings made
 * @returns ids in the order of the list, newest first
 */
export async function seedSpeechRuns(customer: Customer, folder: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { variant, language, ...labels } of interviews.toReversed()) {
    const path = await makeVariant(variant, folder);
    ids.unshift(await customer.submitRecording(path, { ...labels, language }));
  }
  await customer.ended(ids);
  return ids;
}

/** Gives the steps of the interviews the times that they took when they were really heard. */
export async function keepRecordedTimes(
  { db }: Pick<Services, 'db'>,
  runIds: readonly string[],
): Promise<void> {
  for (const [index, run_id] of runIds.entries()) {
    for (const { step, durationMs } of recordedSteps(interviews[index]!.variant)) {
      await db
        .updateTable('run_outcomes')
        .set({ duration_ms: durationMs })
        .where('run_id', '=', run_id)
        .where('step', '=', step)
        .execute();
    }
  }
}
