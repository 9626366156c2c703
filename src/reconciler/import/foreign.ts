/** What a server holds that no kind declares: reported by name, so that nobody takes it for imported. */
import { parsePrincipals } from "../../wire/account.ts";
import { parseNames } from "../../wire/list.ts";
import { pathTo } from "../../wire/addressing.ts";
import { getIfThere } from "../../wire/reading.ts";
import type { KindContext, Undeclared } from "../kind.ts";

const stores = [
  { kind: "WMSStore", path: "wmsStores", member: "wmsStore", noun: "stores of other map servers" },
  { kind: "WMTSStore", path: "wmtsStores", member: "wmtsStore", noun: "stores of tile servers" },
] as const;

/** What of a workspace no kind declares. */
export async function foreignIn(
  { read }: KindContext,
  workspace: string,
): Promise<readonly Undeclared[]> {
  const found: Undeclared[] = [];
  for (const { kind, path, member, noun } of stores) {
    const list = await getIfThere(read, pathTo(path, { workspace }, "xml"));
    for (const name of list === undefined ? [] : parseNames(list, member))
      found.push({ address: { kind, workspace, name }, reason: `No kind declares ${noun}` });
  }
  return found;
}

/** What of the whole server no kind declares. */
export async function foreignEverywhere({ read }: KindContext): Promise<readonly Undeclared[]> {
  const list = await getIfThere(read, pathTo("accountGroups", {}, "xml"));
  const groups = list === undefined ? [] : parsePrincipals("group", list);
  const reason = "Groups of accounts are not declared; accounts only say which they are in";
  return groups.map((name) => ({ address: { kind: "Group", workspace: null, name }, reason }));
}
