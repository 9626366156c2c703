/** Which document of a data directory holds an object. */
import type { Address } from "../model/address.ts";
import type { DirectoryCatalog } from "./load/objects.ts";
import { joined } from "./tree/file-tree.ts";

const STORES: Readonly<Record<string, string>> = {
  DataStore: "dataStore",
  AppSchemaStore: "dataStore",
  CoverageStore: "coverageStore",
  ImageMosaic: "coverageStore",
};
const PUBLISHED: Readonly<Record<string, string>> = {
  FeatureType: "featureType",
  Coverage: "coverage",
};

/** Its path in the directory; undefined where the object has no document of its own. */
export function fileOf(
  { workspaces, stores, published, styles }: DirectoryCatalog,
  { kind, workspace, name }: Address,
): string | undefined {
  const isIt = (one: { readonly workspace: string | null; readonly name: string }) =>
    one.workspace === workspace && one.name === name;
  const folder = workspaces.find((one) => one.name === workspace)?.folder ?? "";
  if (kind === "Service") return joined(folder, `${name}.xml`);
  if (kind === "Settings") return folder === "" ? "global.xml" : joined(folder, "settings.xml");
  if (kind === "Logging") return "logging.xml";
  if (kind === "Style") return styles.find(isIt)?.file;
  return (
    stores.find((one) => one.noun === STORES[kind] && isIt(one)) ??
    published.find((one) => one.noun === PUBLISHED[kind] && isIt(one))
  )?.file;
}
