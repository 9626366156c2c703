/** Where the objects and files of a running server are found: paths of its documents. GET only. */
import { isServiceName } from "../../model/service.ts";
import { pathTo, stylePathTo } from "../../wire/addressing.ts";
import { resourcePath } from "../../wire/paths.ts";
import { get } from "../../wire/reading.ts";
import { bodyText, succeeded } from "../../wire/request.ts";
import type { KindContext, Resource } from "../kind.ts";
import { namesInFolder } from "../kinds/file/stored.ts";
import { servicePath } from "../kinds/service/list.ts";
import type { DirectoryFiles } from "./find.ts";

/** The path of the document of an object that changes of a line are about. */
export function documentOf({ address, facts }: Resource): string {
  const { kind, workspace: home, name } = address;
  const workspace = home ?? "";
  const store = String(facts["store"] ?? "");
  const paths: Readonly<Record<string, () => string>> = {
    DataStore: () => pathTo("dataStore", { workspace, store: name }, "xml"),
    AppSchemaStore: () => pathTo("dataStore", { workspace, store: name }, "xml"),
    CoverageStore: () => pathTo("coverageStore", { workspace, store: name }, "xml"),
    ImageMosaic: () => pathTo("coverageStore", { workspace, store: name }, "xml"),
    Coverage: () => pathTo("storeCoverage", { workspace, store, coverage: name }, "xml"),
    FeatureType: () => pathTo("storeFeatureType", { workspace, store, featureType: name }, "xml"),
    Service: () => servicePath(isServiceName(name) ? name : "wms", home, "xml"),
    Settings: () =>
      home === null
        ? pathTo("settings", {}, "xml")
        : pathTo("workspaceSettings", { workspace }, "xml"),
    Logging: () => pathTo("logging", {}, "xml"),
    Style: () => stylePathTo(home, name, "xml"),
  };
  return `/rest${paths[kind]?.() ?? ""}`;
}

/** The files of a server, as far as it shows them. */
export function filesOn(context: KindContext): DirectoryFiles {
  return {
    names: (folder) => namesInFolder(context, folder),
    text: async (file) => {
      const response = await get(context.read, resourcePath(file));
      const isFile = succeeded(response) && response.headers["resource-type"] !== "directory";
      return isFile ? bodyText(response) : undefined;
    },
    placeOf: (file) => `/rest${resourcePath(file)}`,
  };
}
