/** The commands that look after the data folder of a server. */
import type { Command } from "commander";
import { catalogPlace, type CatalogPlaceFlags, refusePassword } from "./catalog-place.ts";
import { refuse, type CommandSpec, type FlagsOf } from "./command.ts";
import { dataFlag, output } from "./shared.ts";

/** The commands that look after a data folder. */
export const dataFolder = {
  check: {
    about:
      "check the data folder of a server: database, contents, files and their consistency; read only",
    flags: {
      ...dataFlag("folder to check"),
      ...output,
      "--remove-orphans":
        "only delete files that server starts have set aside in .orphans; asks first",
      "--yes": "do not ask",
    },
    notes:
      "The keystore password, where it is not in the folder, is PLUMBLINE_MASTER_PASSWORD (or _FILE).",
    examples: [
      "plumbline check --data ./catalog",
      "plumbline check --data ./catalog --remove-orphans --yes",
    ],
  },
  backup: {
    about: "back up the data folder of a running server to one file, with granules and keystore",
    takes: {
      "<file>": "the backup, a tar file readable by its owner only; an existing file is replaced",
    },
    flags: { ...dataFlag("folder of the server"), ...output },
    examples: ["plumbline backup /backups/monday.tar --data ./catalog"],
  },
  restore: {
    about: "restore a backup to a data folder, and check it",
    takes: { "<file>": "the backup" },
    flags: { ...dataFlag("folder to restore to; it must be empty or missing"), ...output },
    examples: ["plumbline restore /backups/monday.tar --data ./restored"],
  },
  catalog: {
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
  },
} as const satisfies Readonly<Record<string, CommandSpec>>;

/** Flags of `backup` and `restore`. */
export type DataFlags = FlagsOf<typeof dataFolder.backup.flags>;

/** Flags of `check`. */
export type CheckFlags = FlagsOf<typeof dataFolder.check.flags>;

/** Flags of `catalog`. */
export type CatalogFlags = FlagsOf<typeof dataFolder.catalog.flags>;

function expectDatabase(command: Command): void {
  const { catalog, catalogFile, files } = command.opts<CatalogPlaceFlags>();
  if (catalog === undefined && catalogFile === undefined)
    refuse(command, "name the database by --catalog or --catalog-file");
  if (files === undefined)
    refuse(command, "name the folder of the files that go with the database by --files");
}
