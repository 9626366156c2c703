/** Where the programs of PostgreSQL are on this machine. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const INSTALLED = "/usr/lib/postgresql";

/** Folder of PostgreSQL's programs, of the last version that will do; undefined where none is installed. */
export function postgresPrograms(
  fits: (version: string) => boolean = () => true,
): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  return readdirSync(INSTALLED)
    .filter(fits)
    .map((version) => join(INSTALLED, version, "bin"))
    .at(-1);
}
