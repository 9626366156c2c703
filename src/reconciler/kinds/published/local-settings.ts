/**
 * What a stock server keeps in the folders of its objects and beside them: templates, and
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

/** Settings that a workspace has for itself, in words. */
export async function workspaceWords(
  { read }: KindContext,
  workspace: string,
): Promise<readonly string[]> {
  const response = await get(read, `/workspaces/${encodeURIComponent(workspace)}/settings.xml`);
  // Where there are none of its own, some versions answer with an error, others with the usual ones.
  const isOwn = succeeded(response) && /<workspace\b/.test(bodyText(response));
  return isOwn ? [`the settings of workspace ${workspace}`] : [];
}

/** Paths of what stores publish. */
const PUBLISHED = {
  dataStore: "storeFeatureType",
  coverageStore: "storeCoverage",
  wmsStore: "wmsStoreLayer",
  wmtsStore: "wmtsStoreLayer",
} as const;

/** What lies beside a store and what it publishes, and is deleted with them: templates and tile layers. */
export async function besideStore(
  context: KindContext,
  store: StoreWith,
): Promise<readonly string[]> {
  const { workspace, names, root } = store;
  const own = { workspace, store: store.store };
  const path = pathTo(root, own);
  const paths = names.map((name) => {
    const all = { featureType: name, coverage: name, wmsLayer: name, wmtsLayer: name };
    const published = pathTo(PUBLISHED[root], { ...own, ...all });
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

/** A store with what it publishes and is recreated. */
export interface StoreWith {
  readonly root: keyof typeof PUBLISHED;
  readonly workspace: string;
  readonly store: string;
  readonly names: readonly string[];
  /** Of those, the ones that do not come back under their addresses: what is set of their tiles is lost. */
  readonly away?: readonly string[];
  /** Whether the store itself is recreated. */
  readonly goes: boolean;
}
