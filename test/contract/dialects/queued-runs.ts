import type { StepOutcome } from '#server/pipeline/step.ts';
import { type DataLayer, newRun } from '#test/support/data-layer.ts';

export const addClient = async ({ identity }: DataLayer, maxConcurrentRuns = 8) =>
  (await identity.createClient({ name: 'Acme', credits: 1000, maxConcurrentRuns })).id;

export const submit = async ({ runs }: DataLayer, clientId: string, ids: readonly string[]) => {
  for (const id of ids) await runs.submit(newRun({ clientId, id }));
};

export const statuses = async ({ runs }: DataLayer, clientId: string) => {
  const page = await runs.list({ clientId, limit: 100, offset: 0 });
  return Object.fromEntries(page.runs.map(({ id, status }) => [id, status]).reverse());
};

export const outcome = (step: string, output: unknown = { path: `${step}.pcm` }): StepOutcome => ({
  step,
  status: 'ok',
  output,
  code: null,
  message: null,
  startedAt: '2026-03-01T09:00:00.000Z',
  durationMs: 12,
});
