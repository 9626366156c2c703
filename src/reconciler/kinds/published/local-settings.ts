/**
 * What a stock server keeps beside its objects: settings of a workspace and of tile layers. They are deleted with what
 * they belong to; here they are found, so that they stop a plan which would recreate that.
 */
import { get } from "../../../wire/reading.ts";
import { bodyText, succeeded } from "../../../wire/request.ts";
import type { KindContext } from "../../kind.ts";
import { tileWords } from "./tile-layer.ts";

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

/** What lies beside what a store publishes, and is deleted with it for good: the settings of tile layers. */
export async function besideStore(
  context: KindContext,
  { workspace, names }: StoreWith,
): Promise<readonly string[]> {
  return tileWords(
    context,
    names.map((name) => ({ workspace, name })),
  );
}

/** A store's workspace with those of its feature types or coverages that do not come back under their addresses. */
export interface StoreWith {
  readonly workspace: string;
  readonly names: readonly string[];
}
