/** Document paths of a running server. GET only. */
import { isServiceName } from "../../model/service.ts";
import { pathTo, stylePathTo } from "../../wire/addressing.ts";
import { resourcePath } from "../../wire/paths.ts";
import { get } from "../../wire/reading.ts";
import { succeeded } from "../../wire/request.ts";
import type { KindContext, Resource } from "../kind.ts";
import { namesInFolder } from "../kinds/file/stored.ts";
import { servicePath } from "../kinds/service/about.ts";
import type { DirectoryFiles } from "./find.ts";

/** The path of an object's document, for kinds with line changes. */
export function documentOf({ address, facts }: Resource): string {
  return `/rest${pathOf(address.kind, address.workspace, address.name, String(facts["store"]))}`;
}

function pathOf(kind: string, home: string | null, name: string, store: string): string {
  const workspace = home ?? "";
  if (kind === "Logging") return pathTo("logging", {}, "xml");
  if (kind === "Style") return stylePathTo(home, name, "xml");
  if (kind === "Service") return servicePath(isServiceName(name) ? name : "wms", home, "xml");
  if (kind === "Coverage")
    return pathTo("storeCoverage", { workspace, store, coverage: name }, "xml");
  if (kind === "FeatureType")
    return pathTo("storeFeatureType", { workspace, store, featureType: name }, "xml");
  if (kind === "Settings")
    return home === null
      ? pathTo("settings", {}, "xml")
      : pathTo("workspaceSettings", { workspace }, "xml");
  const isRaster = kind === "CoverageStore" || kind === "ImageMosaic";
  return pathTo(isRaster ? "coverageStore" : "dataStore", { workspace, store: name }, "xml");
}

/** The files that a server shows. */
export function filesOn(context: KindContext): DirectoryFiles {
  return {
    names: (folder) => namesInFolder(context, folder),
    read: async (file) => {
      const answer = await get(context.read, resourcePath(file));
      const isFile = succeeded(answer) && answer.headers["resource-type"] !== "directory";
      return isFile ? answer.body : undefined;
    },
    placeOf: (file) => `/rest${resourcePath(file)}`,
  };
}
