/** What a server holds that no kind declares: reported by name, so that nobody takes it for imported. */
import { parsePrincipals } from "../../wire/account.ts";
import { pathTo } from "../../wire/addressing.ts";
import { getIfThere } from "../../wire/reading.ts";
import type { KindContext, Undeclared } from "../kind.ts";

/** What of the whole server no kind declares. */
export async function foreignEverywhere({ read }: KindContext): Promise<readonly Undeclared[]> {
  const list = await getIfThere(read, pathTo("accountGroups", {}, "xml"));
  const groups = list === undefined ? [] : parsePrincipals("group", list);
  const reason = "Groups of accounts are not declared; accounts only say which they are in";
  return groups.map((name) => ({ address: { kind: "Group", workspace: null, name }, reason }));
}
