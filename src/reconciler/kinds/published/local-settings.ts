/**
 * Settings that a stock server keeps for a workspace. They are deleted with it; here they are found, so that they stop a
 * plan which would recreate it.
 */
import { get } from "../../../wire/reading.ts";
import { bodyText, succeeded } from "../../../wire/request.ts";
import type { KindContext } from "../../kind.ts";

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
