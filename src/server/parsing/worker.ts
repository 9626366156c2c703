/** Entry of a parsing worker. */
import { timed } from "../workers/timed.ts";
import { runJob } from "./jobs.ts";

/** Does a job of parsing in a thread. */
export const parse = timed(runJob);
