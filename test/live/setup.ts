/** Opens the lane before tests run against a server that was given, and closes it after the last. */
import { caseFolder, caseNames } from "../support/estates/corpus-case.ts";
import { INFO } from "./door.ts";
import { openLane } from "./lane.ts";
import { tablesOf } from "./loadable.ts";
import { LiveError, liveSettings } from "./settings.ts";
import type { Verdict } from "./verdicts.ts";

/** Called by vitest, once for a run. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  try {
    return await begin();
  } catch (error) {
    // It is for people, and says where it comes from.
    if (error instanceof LiveError) error.stack = error.message;
    throw error;
  }
}

async function begin(): Promise<(() => Promise<void>) | undefined> {
  const settings = liveSettings(process.env);
  if (settings === undefined) return undefined;
  const tables = tablesOf(caseNames.map(caseFolder));
  const tell = ({ table, case: name, outcome, because }: Verdict): void => {
    const reason = because === undefined ? "" : `: ${because}`;
    process.stderr.write(`${table}, ${name}: ${outcome}${reason}\n`);
  };
  const lane = await openLane(settings, { tables, tell });
  process.env[INFO] = JSON.stringify(lane.info);
  return async () => void process.stdout.write(`\n${await lane.close()}`);
}
