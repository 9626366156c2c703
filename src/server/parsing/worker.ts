/** Entry of a parsing worker. */
export { runJob } from "./jobs.ts";
