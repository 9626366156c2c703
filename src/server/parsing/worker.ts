/** Entry point of a parsing worker. */
import { timed } from "../workers/timed.ts";
import { runJob } from "./jobs.ts";

export const parse = timed(runJob);
