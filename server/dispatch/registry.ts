import type { RunService } from '../modules/runs/run-type.ts';
import type { LaneName } from '../pipeline/step.ts';

/** By service type. */
export type RunServices = Readonly<Record<string, RunService>>;

/** Names of the steps that run in a lane, of every service type. */
export const stepsOf = (services: RunServices, lane: LaneName): string[] => [
  ...new Set(
    Object.values(services).flatMap(({ pipeline }) =>
      pipeline.steps.filter((step) => step.lane === lane).map(({ name }) => name),
    ),
  ),
];

/**
 * Refuses to boot on a gap that would only show when a run meets it: a service type without a pipeline, a step
 * whose lane has no threads, a failure code that no client has been told about. Reports every fault at once.
 *
 * @param types those that must be processed
 */
export function checkServices(
  services: RunServices,
  {
    types,
    lanes,
  }: { types: readonly { name: string; failureCodes: readonly string[] }[]; lanes: readonly LaneName[] },
): void {
  const faults: string[] = [];
  for (const { name: type, failureCodes } of types) {
    const service = services[type];
    if (!service) {
      faults.push(`Runs of type "${type}" have no pipeline.`);
      continue;
    }
    const { steps } = service.pipeline;
    if (steps.length === 0) faults.push(`The pipeline of "${type}" has no steps.`);
    for (const step of steps) {
      const where = `Step "${step.name}" of "${type}"`;
      if (!lanes.includes(step.lane))
        faults.push(`${where} runs in lane "${step.lane}", which has no threads.`);
      for (const code of [step.failsAs, step.timesOutAs]) {
        if (code && !failureCodes.includes(code)) {
          faults.push(`${where} fails with "${code}", which is not in the catalogue.`);
        }
      }
      if (!(step.timeoutMs > 0)) faults.push(`${where} has no time limit.`);
    }
  }
  if (faults.length > 0) throw new Error(`The server cannot start:\n${faults.join('\n')}`);
}
