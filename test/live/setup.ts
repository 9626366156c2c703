/** Opens the lane before tests run against a server that was given, and closes it after the last. */
import { caseFolder, caseNames } from "../support/corpus-case.ts";
import { INFO } from "./door.ts";
import { openLane } from "./lane.ts";
import { tablesOf } from "./loadable.ts";
import { liveSettings } from "./settings.ts";

/** Called by vitest, once for a run. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const settings = liveSettings(process.env);
  if (settings === undefined) return undefined;
  const lane = await openLane(settings, tablesOf(caseNames.map(caseFolder)));
  process.env[INFO] = JSON.stringify(lane.info);
  return async () => void process.stdout.write(`\n${await lane.close()}`);
}
