/** Declares accounts; each password becomes a reference, because it cannot be read. */
import { compareText } from "../../../model/address.ts";
import type { Declare } from "../../kind.ts";
import { declareEach, goneMeanwhile, NOTHING } from "../declare/each.ts";
import { keepSecret } from "../declare/secrets.ts";
import { readGroupsOfUser, readRolesOfUser, readUsers } from "./read.ts";

export const declareUsers: Declare = async ({ read, account }, place) => {
  if (place.workspace !== null) return NOTHING;
  const users = new Map((await readUsers(read)).map((user) => [user.userName, user]));
  const addresses = [...users.keys()].map((name) => ({ kind: "User", workspace: null, name }));
  return declareEach(addresses, place, async (address) => {
    const { kind, name } = address;
    const user = users.get(name);
    if (user === undefined) return goneMeanwhile(address);
    if (name === account) return { address, reason: "It is the account at work", everywhere: true };
    const groups = await readGroupsOfUser(read, name);
    const roles = await readRolesOfUser(read, name);
    const { reference, secret } = keepSecret(address, "password");
    const sets = { groups: groups.toSorted(compareText), roles: roles.toSorted(compareText) };
    const spec = {
      password: reference,
      ...(user.enabled ? {} : { enabled: false }),
      ...Object.fromEntries(Object.entries(sets).filter(([, members]) => members.length > 0)),
    };
    return { kind, workspace: null, name, spec, secrets: [secret] };
  });
};
