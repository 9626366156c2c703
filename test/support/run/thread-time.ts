/** What work costs, whatever else the machine does meanwhile. */

/** Begins to count; what it returns shows the milliseconds that this thread has computed since. */
export function beginWork(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}
