/** Processor time that some work takes in this process, in milliseconds: how busy the machine is makes little difference. */
export async function processorCostMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
