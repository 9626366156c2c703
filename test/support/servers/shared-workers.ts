/**
 * Worker threads that the servers of a test process share: each would start its own, and load in it what
 * parses styles or reads rasters, for a job or two.
 */
import {
  openWorkers,
  type OpenWorkers,
  type Workers,
  type WorkersOptions,
} from "../../../src/server/workers/pool.ts";

const opened = new Map<string, Workers<unknown, unknown>>();

/** Workers with these options, as any server of this process has them. They outlive it, and end when they are idle. */
export const sharedWorkers: OpenWorkers = <Job, Outcome>(
  options: WorkersOptions,
): Workers<Job, Outcome> => {
  const key = JSON.stringify(options);
  const workers = opened.get(key) ?? openWorkers<unknown, unknown>(options);
  opened.set(key, workers);
  return {
    run: (job, timeMs) => workers.run(job, timeMs) as Promise<Outcome>,
    close: async () => undefined,
  };
};
