/** Examples as a server of the lane can load them: as they stand, but for the address of their database. */
import { readFileSync, writeFileSync } from "node:fs";
import { connectionOf, type TablePlace } from "./database.ts";
import { filesBelowFolder } from "./loadable.ts";

/**
 * Puts the place of the tables into the mappings of a copy. Every parameter has to be in them already: one
 * that is missing is missing for anybody who runs the example.
 */
export function stageExample(copy: string, place: TablePlace): void {
  for (const path of filesBelowFolder(copy)) {
    const text = readFileSync(path, "utf8");
    if (!text.includes("AppSchemaDataAccess")) continue;
    const placed = Object.entries(connectionOf(place))
      .reduce(
        (all, [name, value]) =>
          all.replaceAll(
            new RegExp(`(<Parameter><name>${name}</name><value>)[^<]*`, "g"),
            `$1${value}`,
          ),
        text,
      )
      .replaceAll(
        /<Parameter><name>user<\/name>.*?<\/Parameter>/g,
        `$&<Parameter><name>passwd</name><value>${place.password}</value></Parameter>`,
      );
    writeFileSync(path, placed);
  }
}
