/** Commands on coverages. What only the raster could tell is what the client said, or nothing. */
import { requireCoverageStore } from "./coverage-store.ts";
import { mergeDetails } from "./details.ts";
import { CatalogError } from "./errors.ts";
import { checkPlace, createPublished, type PublishedChange } from "./published.ts";
import type { CatalogWriter } from "./unit-of-work.ts";

/** Creates a coverage from a document, enabled, with its layer; returns its name. */
export async function createCoverage(
  writer: CatalogWriter,
  workspace: string,
  { store, change }: { readonly store: string; readonly change: PublishedChange },
): Promise<string> {
  await requireCoverageStore(writer, { workspace, store, code: "store-missing" });
  checkPlace("coverage", { workspace, store }, change);
  const given = change.details["nativeCoverageName"];
  const native = change.nativeName ?? (typeof given === "string" ? given : undefined);
  const name = change.name ?? native;
  if (name === undefined) {
    throw new CatalogError("field-missing", "The coverage has no name; send <name>");
  }
  const value = {
    store,
    nativeName: native ?? name,
    title: change.title ?? name,
    enabled: true,
    details: mergeDetails({}, change.details),
  };
  await createPublished(writer, "coverage", { workspace, name, value });
  return name;
}
