/** The commands that look after the data folder of a server. */
import type { Command } from "commander";
import { catalogPlace, type CatalogPlaceFlags, refusePassword } from "./catalog-place.ts";
import { refuse, type CommandSpec } from "./command.ts";
import { dataFlag, output } from "./shared.ts";

/** Flags of `backup` and `restore`. */
export interface DataFlags {
  readonly data: string;
}

/** Flags of `check`. */
export interface CheckFlags extends DataFlags {
  readonly removeOrphans?: boolean;
  readonly yes?: boolean;
}

/** Flags of `catalog`. */
export interface CatalogFlags extends CatalogPlaceFlags, DataFlags {
  readonly to: "database" | "folder";
}

/** The commands that look after a data folder. */
export const dataFolder = {
  check: {
    about:
      "look through the data folder of a server: database, contents, files, and whether they fit together; nothing is written",
    flags: {
      ...dataFlag("folder to look through"),
      ...output,
      "--remove-orphans": "only delete what starts set aside in .orphans; asks before",
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
    about:
      "write the data folder of a server to one file, while the server goes on; granules and keystore are in it",
    takes: { "<file>": "the backup, a tar for its owner only; one that is there is replaced" },
    flags: { ...dataFlag("folder of the server"), ...output },
    examples: ["plumbline backup /backups/monday.tar --data ./catalog"],
  },
  restore: {
    about: "make a data folder of a backup, and check it",
    takes: { "<file>": "the backup" },
    flags: { ...dataFlag("folder to restore into; empty, or not there yet"), ...output },
    examples: ["plumbline restore /backups/monday.tar --data ./restored"],
  },
  catalog: {
    about:
      "copy the whole catalog of a data folder into a PostgreSQL database and its folder of files, or back, while no server works on it",
    takes: { "<verb>": { about: "what to do", choices: ["copy"] } },
    flags: {
      "--to <place>": {
        about: "where it goes, from the other one",
        choices: ["database", "folder"],
        isRequired: true,
      },
      ...dataFlag("the data folder; with --to folder empty, or not there yet"),
      ...catalogPlace(
        "the database; with --to database without a catalog in its schema",
        "folder of the files that go with the database; with --to database empty, or not there yet",
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

function expectDatabase(command: Command): void {
  const { catalog, catalogFile, files } = command.opts<CatalogPlaceFlags>();
  if (catalog === undefined && catalogFile === undefined)
    refuse(command, "name the database by --catalog or --catalog-file");
  if (files === undefined)
    refuse(command, "name the folder of the files that go with the database by --files");
}
