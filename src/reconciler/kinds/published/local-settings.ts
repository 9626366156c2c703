/**
 * What a stock server keeps in the folders of its objects and beside them: templates, services and
 * settings of a workspace. They are deleted with what they belong to; here they are found, so that they stop a
 * plan which would recreate that.
 */
import { pathTo } from "../../../wire/addressing.ts";
import { get } from "../../../wire/reading.ts";
import { bodyText, succeeded } from "../../../wire/request.ts";
import type { KindContext } from "../../kind.ts";
import { tileWords } from "./tile-layer.ts";

/** Templates below the path of an object, in words. */
export async function templateWords(
  { read, server }: KindContext,
  paths: readonly (readonly [path: string, what: string])[],
): Promise<readonly string[]> {
  if (server.software !== "geoserver") return [];
  const found = await Promise.all(
    paths.map(async ([path, what]) => {
      const response = await get(read, `${path}/templates.json`);
      if (!succeeded(response)) return [];
      const names = [...bodyText(response).matchAll(/"name"\s*:\s*"([^"]+)"/g)];
      return names.map(([, name]) => `the template ${name} of ${what}`);
    }),
  );
  return found.flat();
}

const SERVICES = ["wms", "wfs", "wcs", "wmts"] as const;

/** Settings and services that a workspace has for itself, in words. */
export async function workspaceWords(
  { read }: KindContext,
  workspace: string,
): Promise<readonly string[]> {
  const name = encodeURIComponent(workspace);
  const local = [
    [`/workspaces/${name}/settings.xml`, `the settings of workspace ${workspace}`],
    ...SERVICES.map((service) => [
      `/services/${service}/workspaces/${name}/settings.xml`,
      `the ${service.toUpperCase()} service of workspace ${workspace}`,
    ]),
  ] as const;
  const found = await Promise.all(
    local.map(async ([path = "", what = ""]) => {
      const response = await get(read, path);
      // Where there are none of its own, some versions answer with an error, others with the usual ones.
      const isOwn = succeeded(response) && /<workspace\b/.test(bodyText(response));
      return isOwn ? [what] : [];
    }),
  );
  return found.flat();
}

/** What lies beside a store and what it publishes, and is deleted with them: templates and tile layers. */
export async function besideStore(
  context: KindContext,
  store: StoreWith,
): Promise<readonly string[]> {
  const { workspace, names, root } = store;
  const own = { workspace, store: store.store };
  const single = root === "dataStore" ? "storeFeatureType" : "storeCoverage";
  const path = pathTo(root, own);
  const paths = names.map((name) => {
    const published = pathTo(single, { ...own, featureType: name, coverage: name });
    return [published, `layer ${workspace}:${name}`] as const;
  });
  return [
    ...(await templateWords(context, [
      ...(store.goes ? [[path, `store ${workspace}:${store.store}`] as const] : []),
      ...paths,
    ])),
    ...(await tileWords(
      context,
      (store.away ?? []).map((name) => ({ workspace, name })),
    )),
  ];
}

/** A store with those of its feature types or coverages that are recreated. */
export interface StoreWith {
  readonly root: "dataStore" | "coverageStore";
  readonly workspace: string;
  readonly store: string;
  readonly names: readonly string[];
  /** Of those, the ones that do not come back under their addresses: what is set of their tiles is lost. */
  readonly away?: readonly string[];
  /** Whether the store itself is recreated. */
  readonly goes: boolean;
}
