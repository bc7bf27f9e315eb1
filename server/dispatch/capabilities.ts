import type { LaneCheck, LaneReport } from '../lanes/protocol.ts';

/** What a worker can do, stored with it: health and submission read it. */
export interface WorkerCapabilities {
  /** By the health check's name: "ffmpeg", "recogniser", "cv_reader", "sandbox"; ok only when it is in every lane. */
  checks: Record<string, LaneCheck>;
  recognisers: { id: string; languages: readonly string[] }[];
  /** ISO 639-1 codes that some recogniser knows. */
  languages: string[];
}

/**
 * A worker that lacks one of these still takes runs: each ends at once with a code and a reason, which says more than
 * a service that is warming up for ever, and other modules go on.
 */
const notEssential: ReadonlySet<string> = new Set(['recogniser', 'cv_reader']);

/** @param own checks that no lane reports */
export function capabilitiesOf(
  reports: readonly LaneReport[],
  own: Readonly<Record<string, LaneCheck>> = {},
): WorkerCapabilities {
  const checks: Record<string, LaneCheck> = { ...own };
  const recognisers = new Map<string, WorkerCapabilities['recognisers'][number]>();
  for (const report of reports) {
    for (const [name, check] of Object.entries(report.checks)) {
      if (!checks[name] || checks[name].ok) checks[name] = check;
    }
    for (const recogniser of report.recognisers) recognisers.set(recogniser.id, recogniser);
  }
  const languages = [
    ...new Set([...recognisers.values()].flatMap((recogniser) => recogniser.languages)),
  ].sort();
  return { checks, recognisers: [...recognisers.values()], languages };
}

export const isReady = (reports: readonly LaneReport[]): boolean =>
  reports.every(
    ({ loaded, checks }) =>
      loaded && Object.entries(checks).every(([name, { ok }]) => ok || notEssential.has(name)),
  );
