/** Layer groups that use styles or groups to be deleted: a server would refuse the deletion. */
import type { Address } from "../../../model/address.ts";
import { addressSet } from "../../../model/address-map.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { pathTo } from "../../../wire/addressing.ts";
import { groupSettings } from "../../../wire/layer-group-settings.ts";
import { namesAt } from "../../../wire/list.ts";
import type { KindContext, Live, Resource, Used } from "../../kind.ts";
import { liveGroup } from "./facts.ts";
import { readGroupsNow } from "./names-now.ts";
import type { GroupPayload } from "./spec.ts";

/** Groups that use an address as a member, as a style, or as the style of the root. */
export async function groupsUsing(
  context: KindContext,
  { addresses }: Used,
): Promise<readonly Live[]> {
  const going = addresses.filter(({ kind }) => kind === "Style" || kind === "LayerGroup");
  if (going.length === 0) return [];
  const used = addressSet(going);
  const workspaces = await namesAt(context.read, pathTo("workspaces", {}, "xml"), "workspace");
  const groups = await Promise.all(
    [null, ...workspaces].map((workspace) => readGroupsNow(context, workspace)),
  );
  return groups
    .flat()
    .map(liveGroup)
    .filter(({ requires }) => requires.some((one) => used.has(one)));
}

/** The root layer stays where the manifest has no mode; members are always declared. */
export function keptByGroup(
  { address, facts }: Live,
  { payload }: Resource<GroupPayload>,
): readonly Address[] {
  if (payload.settings.mode !== undefined) return [];
  const { root } = groupSettings(String(facts["document"]), address.workspace);
  return root === undefined || root.style === ""
    ? []
    : [{ kind: "Style", ...splitQualifiedName(root.style) }];
}
