/** What a server holds that no kind declares: reported by name, so that nobody takes it for imported. */
import type { Address } from "../../model/address.ts";
import { parsePrincipals } from "../../wire/account.ts";
import { pathTo } from "../../wire/addressing.ts";
import { getIfThere } from "../../wire/reading.ts";
import type { KindContext, LeaveOut, Undeclared } from "../kind.ts";
import { unread } from "../kinds/declare/each.ts";
import { orLeftOut } from "../kinds/declare/left-out.ts";

/** What of the whole server no kind declares. */
export async function foreignEverywhere({ read }: KindContext): Promise<readonly Undeclared[]> {
  const left: Undeclared[] = [];
  const all: Address = { kind: "Group", workspace: null, name: "*" };
  const leaveOut: LeaveOut = (address, error) => void left.push(unread(address, error));
  const groups = await orLeftOut([all], leaveOut, async () => {
    const list = await getIfThere(read, pathTo("accountGroups", {}, "xml"));
    return list === undefined ? [] : parsePrincipals("group", list);
  });
  const reason = "Groups of accounts are not declared; accounts only say which they are in";
  const own = groups?.map((name) => ({ address: { ...all, name }, reason })) ?? [];
  return [...own, ...left];
}
