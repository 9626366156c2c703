/** Reads the published coverages of a mosaic. */
import type { StorePlace } from "../../../model/store.ts";
import { parseCoverageSettings, type CoverageSettings } from "../../../wire/coverage-settings.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { namesAt } from "../../../wire/list.ts";
import { getIfThere } from "../../../wire/reading.ts";
import type { KindContext } from "../../kind.ts";

export async function readPublished(
  { read }: KindContext,
  place: StorePlace,
): Promise<readonly CoverageSettings[]> {
  const names = await namesAt(read, pathTo("storeCoverages", place, "xml"), "coverage");
  const found = await Promise.all(
    names.map(async (coverage) => {
      const path = pathTo("storeCoverage", { ...place, coverage }, "xml");
      const response = await getIfThere(read, path);
      return response === undefined ? undefined : parseCoverageSettings(response);
    }),
  );
  return found.filter((coverage) => coverage !== undefined);
}
