/** Flags for a catalog that several servers share. */
import type { Command } from "commander";
import { option } from "./option.ts";

/** A database and a folder for files, which belong together. */
export interface CatalogPlaceFlags {
  readonly catalog?: string;
  readonly catalogFile?: string;
  readonly files?: string;
}

/** A password on the command line is refused: other users of the machine could read it. */
export function withCatalogPlace(
  command: Command,
  {
    catalog = "keep the catalog in PostgreSQL, so that several servers can share it",
    files = "with --catalog: folder for the files of mosaics, the same for all servers",
  }: { readonly catalog?: string; readonly files?: string } = {},
): Command {
  return command
    .addOption(
      option(
        "--catalog <url>",
        `${catalog}: postgres://USER@HOST:PORT/DATABASE?schema=NAME; with a password only in PLUMBLINE_CATALOG or a file`,
      ),
    )
    .addOption(
      option(
        "--catalog-file <file>",
        "file that holds that URL, and may hold its password",
      ).conflicts("catalog"),
    )
    .addOption(option("--files <folder>", files))
    .hook("preAction", refusePassword);
}

function refusePassword(command: Command): void {
  const { catalog } = command.opts<CatalogPlaceFlags>();
  if (catalog === undefined || command.getOptionValueSource("catalog") !== "cli") return;
  if ((URL.parse(catalog)?.password ?? "") !== "" || /[?&]password=/i.test(catalog))
    command.error(
      "error: --catalog holds a password, which everybody on this machine could read; give the URL by PLUMBLINE_CATALOG or --catalog-file, or the password by PLUMBLINE_CATALOG_PASSWORD (or _FILE)",
    );
}
