/** `plumbline catalog`. */
import type { Command } from "commander";
import { exitCodes } from "../process/exit-codes.ts";
import { catalogPlace, refusePassword, type CatalogPlaceFlags } from "./catalog-place.ts";
import type { CommandSpec } from "./command.ts";
import { dataFlag, output } from "./shared.ts";

/** Flags of `catalog`. */
export interface CatalogFlags extends CatalogPlaceFlags {
  readonly data: string;
  readonly to: "database" | "folder";
  readonly output: "text" | "json";
}

/** The command. */
export const catalog: CommandSpec = {
  about:
    "copy a whole catalog from a data folder to a PostgreSQL database with its file folder, or back; no server may be running on it",
  takes: { "<verb>": { about: "what to do", choices: ["copy"] } },
  flags: {
    "--to <place>": {
      about: "destination of the copy",
      choices: ["database", "folder"],
      isRequired: true,
    },
    ...dataFlag("the data folder; with --to folder it must be empty or missing"),
    ...catalogPlace(
      "the database; with --to database its schema must hold no catalog",
      "folder of the files that belong to the database; with --to database it must be empty or missing",
    ),
    ...output,
  },
  checks: [refusePassword, expectDatabase],
  notes:
    "The password of the database, where its URL has none, is PLUMBLINE_CATALOG_PASSWORD (or _FILE).",
  examples: [
    "plumbline catalog copy --to database --data ./catalog --catalog postgres://plumbline@db.example/catalog --files /srv/granules",
    "plumbline catalog copy --to folder --data ./copy --catalog-file catalog-url --files /srv/granules",
  ],
};

function expectDatabase(command: Command): void {
  const { catalog, catalogFile, files } = command.opts<CatalogPlaceFlags>();
  const { usage: exitCode } = exitCodes;
  if (catalog === undefined && catalogFile === undefined)
    command.error("error: name the database by --catalog or --catalog-file", { exitCode });
  if (files === undefined)
    command.error("error: name the folder of the files that go with the database by --files", {
      exitCode,
    });
}
