/** Flags for a catalog that several servers share. */
import type { Command } from "commander";
import { refuse, type FlagsOf } from "./command.ts";

/** A database and a folder for files, which belong together. */
export function catalogPlace(catalog: string, files: string) {
  return {
    "--catalog <url>": `${catalog}: postgres://USER@HOST:PORT/DATABASE?schema=NAME; with a password only in PLUMBLINE_CATALOG or a file`,
    "--catalog-file <file>": {
      about: "file that contains that URL, optionally with its password",
      conflicts: ["catalog"],
    },
    "--files <folder>": files,
  } as const;
}

/** Their values. */
export type CatalogPlaceFlags = FlagsOf<ReturnType<typeof catalogPlace>>;

/** A password on the command line is refused: other users of the machine could read it. */
export function refusePassword(command: Command): void {
  const { catalog } = command.opts<CatalogPlaceFlags>();
  if (catalog === undefined || command.getOptionValueSource("catalog") !== "cli") return;
  if ((URL.parse(catalog)?.password ?? "") !== "" || /[?&]password=/i.test(catalog))
    refuse(
      command,
      "--catalog holds a password, which everybody on this machine could read; give the URL by PLUMBLINE_CATALOG or --catalog-file, or the password by PLUMBLINE_CATALOG_PASSWORD (or _FILE)",
    );
}
