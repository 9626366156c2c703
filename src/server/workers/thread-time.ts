/** What work costs is the time that its thread computes: the time of a clock is also that of everybody else. */

/** Milliseconds that this thread has computed so far. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** A job as it goes to a thread, with shared memory of `BEGUN_BYTES` in which the thread says that it has begun. */
export interface Sent<Job> {
  readonly job: Job;
  readonly begun: SharedArrayBuffer;
}

/** Memory for the number of a thread, and what it had computed before. */
export const BEGUN_BYTES = 16;

/** The thread that a job has begun in; undefined while it waits for one. */
export function begunIn(
  begun: SharedArrayBuffer,
): { readonly threadId: number; readonly beforeMs: number } | undefined {
  const threadId = Atomics.load(new Int32Array(begun, 8), 0);
  return threadId === 0 ? undefined : { threadId, beforeMs: new Float64Array(begun, 0, 1)[0] ?? 0 };
}
