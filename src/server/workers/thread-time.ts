/** CPU time of threads. Wall-clock time would include the work of others. */

/** CPU time of this thread so far, in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The thread records in `begun` that it runs the job. */
export interface Sent<Job> {
  readonly job: Job;
  readonly begun: SharedArrayBuffer;
}

/** CPU time before the job as a double, then the thread id as an int32. */
export const BEGUN_BYTES = 16;

/** Undefined while the job waits for a thread. */
export function begunIn(
  begun: SharedArrayBuffer,
): { readonly threadId: number; readonly beforeMs: number } | undefined {
  const threadId = Atomics.load(new Int32Array(begun, 8), 0);
  return threadId === 0 ? undefined : { threadId, beforeMs: new Float64Array(begun, 0, 1)[0] ?? 0 };
}
