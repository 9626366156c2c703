/** The location of a shared catalog, from flags and environment. */
import { readFile } from "node:fs/promises";
import type { Environment } from "../../model/environment.ts";
import { secret } from "../../model/secret.ts";
import type { SharedPlace } from "../../server/options.ts";
import { sharedPlaceOf } from "../../server/shared-place.ts";
import type { CatalogPlaceFlags } from "../flags/catalog-place.ts";
import { givenSecret } from "../process/read-input.ts";

/**
 * Undefined without a database. Throws Error, with a message without passwords, for an invalid or
 * incomplete location.
 */
export async function findCatalogPlace(
  { catalog, catalogFile, files }: CatalogPlaceFlags,
  environment: Environment,
): Promise<SharedPlace | undefined> {
  if (catalog === undefined && catalogFile === undefined) {
    if (files !== undefined)
      throw new Error(
        "--files is for servers that share a catalog; name its database by --catalog",
      );
    return undefined;
  }
  if (files === undefined)
    throw new Error(
      "A catalog in a database needs --files: the folder for the files of mosaics, the same for all servers",
    );
  const url = catalog ?? (await readFile(catalogFile ?? "", "utf8")).trim();
  const password = await givenSecret("PLUMBLINE_CATALOG_PASSWORD", environment);
  return sharedPlaceOf({ url: secret(url), password, files });
}
