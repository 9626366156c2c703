/**
 * Accounts with groups and roles. A server never shows a password, so its fingerprint is compared
 * with the last applied one (docs/decisions/0022-accounts.md).
 */
import { defined } from "../../model/defined.ts";
import { nameProblems } from "./identity/name.ts";
import { z } from "zod";
import { type Address, compareText } from "../../model/address.ts";
import { fault, type Diagnostic } from "../../model/diagnostic.ts";
import { secretFingerprint } from "../../model/secret-fingerprint.ts";
import type { User } from "../../model/user.ts";
import {
  bindKind,
  type ArtefactSource,
  type Facts,
  type Kind,
  type KindContext,
  type Live,
  type Manifest,
  type Resolution,
  type Resource,
  type WantedObject,
  sameFact,
  type GuardFindings,
  type ServerProfile,
  type SetChange,
  type GuardFinding,
  setIn,
} from "../kind.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { keptSecret, readPassword } from "./secrets/reference.ts";
import {
  readGroups,
  readGroupsOfUser,
  readRolesOfUser,
  readUsers,
  readRolesOfGroup,
} from "./user/read.ts";
import {
  bodiesOf,
  createUser,
  deleteUser,
  grant,
  revoke,
  roleAddress,
  type UserBodies,
} from "./user/steps.ts";
import { fewOf } from "../../model/few.ts";
import { administratorRoles } from "../../model/role.ts";

const names = z.array(z.string().min(1));

const spec = madeOnce(() =>
  z.strictObject({
    password: keptSecret().describe(
      "The password, by reference: fromEnv names an environment variable, fromFile a file beside the manifest.",
    ),
    enabled: z.boolean().default(true).describe("Whether the account can log in."),
    groups: names
      .optional()
      .describe("All groups of the account; they must exist. Not changed when absent."),
    roles: names
      .optional()
      .describe("All roles the account is given itself. Not changed when absent."),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

const kind: Kind<Spec, UserBodies> = {
  name: "User",
  manifest: {
    description: "An account of the server's own user service.",
    workspace: "none",
    spec,
    example: {
      metadata: { name: "ann" },
      spec: { password: { fromEnv: "PASSWORD_OF_ANN" }, roles: ["ROLE_READER"] },
    },
    requests: [
      "POST users",
      "POST user",
      "DELETE user",
      "POST userGroup",
      "DELETE userGroup",
      "POST roleOfUser",
      "DELETE roleOfUser",
    ],
  },
  fields: {
    enabled: { onChange: "update", exposure: "shows" },
    groups: { onChange: "update", exposure: "showing" },
    roles: { onChange: "update", exposure: "showing" },
    password: { onChange: "update", isSealed: true },
  },
  weight: 80,
  resolve,
  check: async (resource, found) =>
    found === undefined ? [] : unknownGroups(resource, found.context),
  observe: observeUsers,
  list: {
    outside: async ({ read }) => (await readUsers(read)).map(({ userName }) => addressOf(userName)),
  },
  declare: lazy(async () => (await import("./user/declare.ts")).declareUsers),
  create: async (resource) => createUser(resource),
  update: async (change) => grant(change),
  remove: (live, removal) => deleteUser(live, removal?.server),
  inside: {
    detach: {
      fields: ["enabled", "groups", "roles"],
      steps: revoke,
      cascades: async () => ({ affected: [], gone: [], contents: [], irreversible: [] }),
    },
  },
  access: {
    exposes: true,
    scope: () => ({}),
    guard: keptLogins,
    hardGuard: async (changes, context) => lockOuts(changes("User"), context),
  },
};

async function resolve(
  manifest: Manifest<Spec>,
  files: ArtefactSource,
): Promise<Resolution<UserBodies>> {
  const { name, spec: given, locate } = manifest;
  const where = locate(["metadata", "name"]);
  const diagnostics: Diagnostic[] = [...nameProblems(manifest, "user")];
  const reference = { name: "password", reference: given.password };
  const {
    password,
    notGiven,
    diagnostics: problems,
  } = await readPassword(manifest, files, reference);
  diagnostics.push(...problems);
  if (password === undefined) return { resources: [], diagnostics };
  const { enabled, groups, roles } = given;
  const fingerprint = secretFingerprint(password, `User/${name} password`);
  const facts: Facts = {
    enabled,
    password: fingerprint,
    ...defined({ groups: groups && sorted(groups), roles: roles && sorted(roles) }),
  };
  const payload = bodiesOf({ name, enabled, password, fingerprint }, files);
  const address = addressOf(name);
  const requires = (roles ?? []).map(roleAddress);
  const assumed = given.password.inForce === true ? { password: fingerprint } : {};
  return {
    resources: [{ address, facts, payload, assumed, requires, notGiven, where }],

    diagnostics,
  };
}

function addressOf(name: string): Address {
  return { kind: "User", workspace: null, name };
}

function sorted(members: readonly string[]): readonly string[] {
  return [...new Set(members)].toSorted();
}

/** Groups are not declared, so they are looked up before an account changes. */
async function unknownGroups(
  { facts, where, address }: Resource<UserBodies>,
  { read }: KindContext,
): Promise<readonly Diagnostic[]> {
  const wanted = setIn(facts, "groups");
  if (wanted.length === 0) return [];
  const known = new Set(await readGroups(read));
  return wanted
    .filter((group) => !known.has(group))
    .map((group) => {
      const message = `User/${address.name} is to be in the group ${group}, which the server does not hold`;
      const hint = "Create the group on the server; groups are not declared.";
      return fault("reference-missing", message, { hint, where });
    });
}

async function observeUsers(
  { read }: KindContext,
  wanted: readonly WantedObject<UserBodies>[],
): Promise<readonly Live[]> {
  const users = new Map((await readUsers(read)).map((user) => [user.userName, user]));
  const lives = await Promise.all(
    wanted.map(async ({ address }) => {
      const user = users.get(address.name);
      return user === undefined ? undefined : observeUser(read, user);
    }),
  );
  return lives.filter((live) => live !== undefined);
}

async function observeUser(read: KindContext["read"], { userName, enabled }: User): Promise<Live> {
  const [groups, roles] = await Promise.all([
    readGroupsOfUser(read, userName),
    readRolesOfUser(read, userName),
  ]);
  const address = addressOf(userName);
  const facts = { enabled, groups: sorted(groups), roles: sorted(roles) };
  return { address, facts, requires: roles.map(roleAddress) };
}

function keptLogins({ before, after }: SetChange, { software }: ServerProfile): GuardFindings {
  const names = [...after.keys()].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined || is?.["enabled"] === false) return false;
    return (["roles", "groups"] as const).some((field) => {
      const [one, other] = [was[field], is?.[field]];
      return one !== undefined && other !== undefined && !sameFact(one, other);
    });
  });
  if (software !== "geoserver" || names.length === 0) return { dangers: [], consequences: [] };
  const whose = fewOf(names.toSorted(compareText));
  return {
    dangers: [],
    consequences: [
      `A GeoServer keeps the roles of an account that has logged in, for 5 minutes after its last request and 10 at most: the other roles of ${whose} are in force after that, or after POST /reload, which is not sent`,
    ],
  };
}

/**
 * Refuses changes after which the account that makes the requests could not continue. Its
 * password may not change either: the next request would still use the old one.
 */
async function lockOuts(
  { before, after, recreated }: SetChange,
  context: KindContext,
): Promise<readonly GuardFinding[]> {
  const { account } = context;
  const [was, will] = [before.get(account), after.get(account)];
  if (was === undefined) return [];
  const isGone = will === undefined || recreated?.has(account) === true;
  const found = isGone ? ["deletes it"] : await harms(was, will, context);
  return found.map((what) => ({
    message: `The account ${account} makes these requests; the plan ${what}`,
    hint: "Leave it as it is, or make the change as another administrator.",
  }));
}

async function harms(was: Facts, will: Facts, context: KindContext): Promise<readonly string[]> {
  const found: string[] = [];
  if (was["enabled"] !== false && will["enabled"] === false) found.push("switches it off");
  if ((await administrates(was, context)) && !(await administrates(will, context)))
    found.push("takes away what makes it an administrator");
  if (was["password"] !== will["password"]) found.push("sets its password");
  return found;
}

/** An account administers by a role of its own or of one of its groups. */
async function administrates(facts: Facts, { read }: KindContext): Promise<boolean> {
  const isGiven = (roles: readonly string[]) => roles.some((role) => administratorRoles.has(role));
  if (isGiven(setIn(facts, "roles"))) return true;
  for (const group of setIn(facts, "groups")) {
    if (isGiven(await readRolesOfGroup(read, group))) return true;
  }
  return false;
}

export const userKind = bindKind(kind);
