/** Roles: only names; accounts declare which roles they have (docs/decisions/0022-accounts.md). */
import { nameProblems } from "./identity/name.ts";
import { z } from "zod";
import type { Address } from "../../model/address.ts";
import { rules as limits } from "../../model/limits.ts";
import { nameProblem } from "../../model/name.ts";
import { predefinedRoles, systemRoles } from "../../model/role.ts";
import type { Reader } from "../../wire/request.ts";
import { pathTo } from "../../wire/addressing.ts";
import {
  bindKind,
  type Kind,
  type KindContext,
  type Live,
  type Manifest,
  type GuardFinding,
  type Resolution,
  type SetChange,
  type WantedObject,
  setIn,
} from "../kind.ts";
import { deletion } from "./identity/deletion.ts";
import { lazy, madeOnce } from "../lazy.ts";
import {
  readGroups,
  listRoles,
  readRoles,
  readRolesOfGroup,
  readRolesOfUser,
  readUsers,
} from "./user/read.ts";

const spec = madeOnce(() => z.strictObject({}));

type Spec = z.infer<ReturnType<typeof spec>>;

const kind: Kind<Spec, undefined> = {
  name: "Role",
  manifest: {
    description:
      "A role of the server's own role service. Accounts that have it say so themselves.",
    workspace: "none",
    spec,
    example: { metadata: { name: "ROLE_READER" }, spec: {} },
    requests: ["POST role", "DELETE role"],
  },
  fields: {},
  weight: 5,
  resolve: async (manifest) => resolve(manifest),
  observe: observeRoles,
  list: listRoles,
  declare: lazy(async () => (await import("./role/declare.ts")).declareRoles),
  create: async ({ address: { name } }) => [
    {
      summary: `create role ${name}`,
      request: { method: "POST", path: pathTo("role", { role: name }) },
    },
  ],
  remove: ({ address: { name } }) =>
    predefinedRoles.has(name)
      ? []
      : [deletion(`delete role ${name}`, pathTo("role", { role: name }))],
  access: {
    hardGuard: guardRoles,
  },
};

function resolve(manifest: Manifest<Spec>): Resolution<undefined> {
  const { name, locate } = manifest;
  const diagnostics = nameProblems(manifest, "role", roleProblem);
  if (diagnostics.length > 0) return { resources: [], diagnostics };
  const where = locate(["metadata", "name"]);
  const resource = { address: addressOf(name), facts: {}, payload: undefined, requires: [], where };
  return { resources: [resource], diagnostics: [] };
}

function addressOf(name: string): Address {
  return { kind: "Role", workspace: null, name };
}

function roleProblem(name: string): string | undefined {
  if (systemRoles.has(name)) return "is the server's own; it is always there";
  if (/[\s,]/.test(name)) return "contains white space or a comma";
  const bytes = Buffer.byteLength(name);
  if (bytes > limits.roleBytes) return `is longer than ${limits.roleBytes} bytes (${bytes})`;
  return nameProblem(name);
}

async function observeRoles(
  { read }: KindContext,
  wanted: readonly WantedObject<undefined>[],
): Promise<readonly Live[]> {
  const known = new Set(await readRoles(read));
  return wanted
    .filter(({ address }) => known.has(address.name))
    .map(({ address }) => ({ address, facts: {}, requires: [] }));
}

/**
 * A server takes a deleted role from all accounts and groups, and keeps no record. Accounts that
 * the plan deletes or takes the role from do not count.
 */
async function guardRoles(
  changes: (kind: string) => SetChange,
  { read }: KindContext,
): Promise<readonly GuardFinding[]> {
  const { before, after, recreated } = changes("Role");
  const gone = [...before.keys()].filter(
    (role) => !after.has(role) || recreated?.has(role) === true,
  );
  if (gone.length === 0) return [];
  const holders = await readHolders(read, changes("User"));
  return gone.flatMap((role) => {
    const own = holders.filter(({ roles }) => roles.includes(role)).map(({ what }) => what);
    if (own.length === 0) return [];
    const message = `Deleting Role/${role} would take it from ${own.join(", ")}`;
    const hint = "Take it from them on the server first, or keep declaring the role.";
    return [{ message, hint }];
  });
}

interface Holder {
  readonly what: string;
  readonly roles: readonly string[];
}

async function readHolders(read: Reader, users: SetChange): Promise<readonly Holder[]> {
  const holders: Holder[] = [];
  for (const { userName } of await readUsers(read)) {
    const roles = users.before.has(userName)
      ? setIn(users.after.get(userName), "roles")
      : await readRolesOfUser(read, userName);
    holders.push({ what: `account ${userName}`, roles });
  }
  for (const group of await readGroups(read))
    holders.push({ what: `group ${group}`, roles: await readRolesOfGroup(read, group) });
  return holders;
}

export const roleKind = bindKind(kind);
