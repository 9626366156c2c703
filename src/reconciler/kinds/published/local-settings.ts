/**
 * What a stock server keeps beside its objects: services and settings of a workspace, settings of tile layers. They
 * are deleted with what they belong to; here they are found, so that they stop a plan which would recreate that.
 */
import { get } from "../../../wire/reading.ts";
import { bodyText, succeeded } from "../../../wire/request.ts";
import type { KindContext } from "../../kind.ts";
import { tileWords } from "./tile-layer.ts";

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

/** What lies beside what a store publishes, and is deleted with it: the settings of tile layers. */
export async function besideStore(
  context: KindContext,
  { workspace, names }: StoreWith,
): Promise<readonly string[]> {
  return tileWords(
    context,
    names.map((name) => `${workspace}:${name}`),
  );
}

/** A store's workspace with those of its feature types or coverages that are recreated. */
export interface StoreWith {
  readonly workspace: string;
  readonly names: readonly string[];
}
