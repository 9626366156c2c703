/** Finds the document of an object in a data directory. */
import { isSameAddress, type Address } from "../model/address.ts";
import { recordAddress } from "../server/catalog/addresses.ts";
import type { DirectoryContent } from "./load/content.ts";

/** Kinds that are records of another kind. */
const PLAIN: Readonly<Record<string, string>> = {
  AppSchemaStore: "DataStore",
  ImageMosaic: "CoverageStore",
};

/** The path of an object's document; undefined for an object without a document of its own. */
export function fileOf(
  { objects, settings }: Pick<DirectoryContent, "objects" | "settings">,
  { kind, ...named }: Address,
): string | undefined {
  const address = { kind: PLAIN[kind] ?? kind, ...named };
  return [...settings, ...objects].find((one) => {
    const own = recordAddress(one);
    return own !== undefined && isSameAddress(own, address);
  })?.file;
}
