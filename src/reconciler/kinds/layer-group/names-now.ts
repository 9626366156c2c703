/** Layer groups with the new names of renamed styles. */
import type { Address } from "../../../model/address.ts";
import {
  groupSettings,
  readLayerGroup,
  readLayerGroups,
  renderGroupAgain,
  type LiveGroup,
} from "../../../wire/layer-group-settings.ts";
import type { Facts, KindContext, Live, NameNow } from "../../kind.ts";
import { styleNow } from "../layer/names-now.ts";
import { reportBroken } from "../published/broken.ts";
import { groupAddress, liveGroup } from "./facts.ts";

/** Throws ReadError, WireError. */
export async function readGroupsNow(
  { read, nameNow, report }: KindContext,
  workspace: string | null,
): Promise<readonly LiveGroup[]> {
  const groups = await readLayerGroups(read, workspace);
  for (const group of groups) reportBroken(report, groupAddress(group), group.broken);
  return groups.map((group) => groupNow(group, nameNow));
}

/** Returns undefined when it does not exist. Throws ReadError, WireError. */
export async function readGroupNow(
  { read, nameNow, report }: KindContext,
  { workspace, name }: Pick<Address, "workspace" | "name">,
): Promise<LiveGroup | undefined> {
  const group = await readLayerGroup(read, workspace, name);
  if (group !== undefined) reportBroken(report, groupAddress(group), group.broken);
  return group && groupNow(group, nameNow);
}

function groupNow(group: LiveGroup, nameNow: NameNow | undefined): LiveGroup {
  if (nameNow === undefined) return group;
  const { settings, name } = group;
  const members = settings.members.map((member) =>
    member.style === undefined ? member : { ...member, style: styleNow(member.style, nameNow) },
  );
  const root = settings.root && {
    ...settings.root,
    style: styleNow(settings.root.style, nameNow),
  };
  const document = renderGroupAgain(group.document, { members, root }, name);
  return { ...group, settings: { ...settings, members, root }, document };
}

/** Some groups are known only to exist. */
export function groupFactsNow({ address, facts, etag }: Live, nameNow: NameNow): Facts {
  const { workspace, name } = address;
  const document = facts["document"];
  if (typeof document !== "string") return facts;
  const settings = groupSettings(document, workspace);
  return liveGroup(groupNow({ workspace, name, settings, document, etag }, nameNow)).facts;
}
