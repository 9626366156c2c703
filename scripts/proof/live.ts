/** What `npm run proof -- --live URL` runs: tests that know a server that was given (test/live). */
import { resolve } from "node:path";
import type { Job } from "../run.ts";

/** Flags of the lane, by their names. */
export interface LiveFlags {
  readonly live: string;
  readonly "i-may-empty-it"?: string | undefined;
  readonly "live-database"?: string | undefined;
  readonly record?: string | undefined;
}

/** Scenarios that ask nothing of a server but its interface. */
const SCENARIOS = ["lifecycles", "namespace-uris", "owners", "public-rules", "renames"].map(
  (name) => `test/scenarios/${name}.test.ts`,
);

/** Files of tests that know a server that was given. */
export const LIVE_FILES = ["test/live/corpus", "test/live/estates", "test/contract/", ...SCENARIOS];

/** One run, since all share the server. */
export function liveJobs(flags: LiveFlags): readonly Job[] {
  const { live, record } = flags;
  const env = {
    PLUMBLINE_LIVE_URL: live,
    ...said("PLUMBLINE_LIVE_MAY_EMPTY", flags["i-may-empty-it"]),
    ...said("PLUMBLINE_LIVE_DATABASE", flags["live-database"]),
    ...said("PLUMBLINE_LIVE_RECORD", record === undefined ? undefined : resolve(record)),
  };
  const command = ["vitest", "run", "--reporter=dot", ...LIVE_FILES];
  return [{ name: `live, ${live}`, command, env }];
}

function said(name: string, value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { [name]: value };
}
