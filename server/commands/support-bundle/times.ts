/** How long steps took: `count`, middle, 95th of a hundred and longest, in milliseconds, by type of run, step and outcome. */
export function summariseTimes(
  times: readonly { serviceType: string; step: string; status: string; durationMs: number }[],
): Record<string, { count: number; medianMs: number; p95Ms: number; longestMs: number }> {
  const groups = new Map<string, number[]>();
  for (const { serviceType, step, status, durationMs } of times) {
    const name = `${serviceType} ${step} ${status}`;
    groups.set(name, [...(groups.get(name) ?? []), durationMs]);
  }
  return Object.fromEntries(
    [...groups].sort().map(([name, durations]) => {
      const sorted = durations.sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
      return [name, { count: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), longestMs: sorted.at(-1)! }];
    }),
  );
}
