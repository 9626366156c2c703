/** Finds the document of an object in a data directory. */
import type { Address } from "../model/address.ts";
import type { DirectoryCatalog } from "./load/objects.ts";
import { joined } from "./tree/file-tree.ts";

/** The path of an object's document; undefined for an object without a document of its own. */
export function fileOf(
  { workspaces, stores, published, styles }: DirectoryCatalog,
  { kind, workspace, name }: Address,
): string | undefined {
  const folder = workspaces.find((one) => one.name === workspace)?.folder ?? "";
  if (kind === "Service") return joined(folder, `${name}.xml`);
  if (kind === "Settings") return folder === "" ? "global.xml" : joined(folder, "settings.xml");
  if (kind === "Logging") return "logging.xml";
  const isRaster = /^(?:CoverageStore|ImageMosaic|Coverage)$/.test(kind);
  const sorts = isRaster ? ["coverageStore", "coverage"] : ["dataStore", "featureType"];
  const found = kind === "Style" ? styles : /Store$|Mosaic$/.test(kind) ? stores : published;
  return found.find(
    (one) =>
      one.workspace === workspace &&
      one.name === name &&
      (!("noun" in one) || sorts.includes(one.noun)),
  )?.file;
}
