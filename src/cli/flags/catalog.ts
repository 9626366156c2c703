/** Flags of `plumbline catalog`. */
import { Argument, type Command } from "commander";
import { exitCodes } from "../process/exit-codes.ts";
import { withCatalogPlace, type CatalogPlaceFlags } from "./catalog-place.ts";
import { dataOption, option, outputOption, withExamples, type AddCommand } from "./option.ts";

/** Flags of `catalog`. */
export interface CatalogFlags extends CatalogPlaceFlags {
  readonly data: string;
  readonly to: "database" | "folder";
  readonly output: "text" | "json";
}

/** Adds `catalog`. */
export const addCatalog: AddCommand = (program) => {
  const command = program
    .command("catalog")
    .description(
      "copy the whole catalog of a data folder into a PostgreSQL database and its folder of files, or back, while no server works on it",
    )
    .addArgument(new Argument("<verb>", "what to do").choices(["copy"]))
    .addOption(
      option("--to <place>", "where it goes, from the other one")
        .choices(["database", "folder"])
        .makeOptionMandatory(),
    )
    .addOption(dataOption("the data folder; with --to folder empty, or not there yet"));
  withCatalogPlace(command, {
    catalog: "the database; with --to database without a catalog in its schema",
    files:
      "folder of the files that go with the database; with --to database empty, or not there yet",
  })
    .addOption(outputOption())
    .addHelpText(
      "after",
      "\nThe password of the database, where its URL has none, is PLUMBLINE_CATALOG_PASSWORD (or _FILE).",
    )
    .hook("preAction", expectDatabase);
  return withExamples(
    command,
    "plumbline catalog copy --to database --data ./catalog --catalog postgres://plumbline@db.example/catalog --files /srv/granules",
    "plumbline catalog copy --to folder --data ./copy --catalog-file catalog-url --files /srv/granules",
  );
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
