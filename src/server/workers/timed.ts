/** Wraps the exports of thread modules: each records the start of its job. */
import { threadId } from "node:worker_threads";
import { threadMs, type Sent } from "./thread-time.ts";

/** Makes the function for `run` of WorkersOptions. */
export function timed<Job, Outcome>(run: (job: Job) => Outcome): (sent: Sent<Job>) => Outcome {
  return ({ job, begun }) => {
    new Float64Array(begun, 0, 1)[0] = threadMs();
    Atomics.store(new Int32Array(begun, 8), 0, threadId);
    return run(job);
  };
}
