/** Requests that create and change an account; each membership is one request. */
import { compareText, type Address } from "../../../model/address.ts";
import { reveal } from "../../../model/secret.ts";
import { renderUserInput } from "../../../wire/account.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { RequestBody } from "../../../wire/request.ts";
import {
  setIn,
  type ArtefactSource,
  type Facts,
  type Live,
  type Resource,
  type ServerProfile,
  type Step,
  type UpdateOf,
} from "../../kind.ts";
import type { Secret } from "../../../model/secret.ts";

/** The bodies hold the password, so they are assembled when they are sent. */
export interface UserBodies {
  readonly create: RequestBody;
  readonly both: RequestBody;
}

export function roleAddress(name: string): Address {
  return { kind: "Role", workspace: null, name };
}

/** `fingerprint` represents the password in the record. */
export function bodiesOf(
  user: {
    readonly name: string;
    readonly enabled: boolean;
    readonly password: Secret;
    readonly fingerprint: string;
  },
  files: ArtefactSource,
): UserBodies {
  const { name, enabled, password, fingerprint } = user;
  const seed = { kind: "User", name, enabled, fingerprint };
  return {
    create: files.bodyLater({ ...seed, for: "create" }, () =>
      renderUserInput({ userName: name, password: reveal(password), enabled }),
    ),
    both: files.bodyLater({ ...seed, for: "change" }, () =>
      renderUserInput({ password: reveal(password), enabled }),
    ),
  };
}

export function createUser({ address, facts, payload }: Resource<UserBodies>): readonly Step[] {
  const { name } = address;
  const request = {
    method: "POST",
    path: pathTo("users", {}),
    mediaType: mediaTypes.xml,
    confidential: "given",
    body: payload.create,
  } as const;
  return [
    { summary: `create account ${name}`, request },
    ...memberships("POST", name, { groups: setIn(facts, "groups"), roles: setIn(facts, "roles") }),
  ];
}

/** A stock server would keep the roles for a later account of the same name. */
export function deleteUser(
  { address: { name }, facts }: Live,
  server: ServerProfile | undefined,
): readonly Step[] {
  const roles = server?.software === "geoserver" ? setIn(facts, "roles") : [];
  const request = { method: "DELETE", path: pathTo("user", { user: name }) } as const;
  return [
    ...memberships("DELETE", name, { groups: [], roles }),
    { summary: `delete account ${name}`, request },
  ];
}

/**
 * It goes first, before other accounts gain anything. A role that the plan deletes is removed
 * from all accounts by itself.
 */
export function revoke(change: UpdateOf<UserBodies>): readonly Step[] {
  const { resource, live, isDeleted } = change;
  return [
    ...(isDisabled(change) ? changeAccount(change) : []),
    ...memberships("DELETE", resource.address.name, {
      groups: without(live.facts, resource.facts, "groups"),
      roles: without(live.facts, resource.facts, "roles").filter(
        (role) => !isDeleted(roleAddress(role)),
      ),
    }),
  ];
}

export function grant(change: UpdateOf<UserBodies>): readonly Step[] {
  const { resource, live } = change;
  return [
    ...(isDisabled(change) ? [] : changeAccount(change)),
    ...memberships("POST", resource.address.name, {
      groups: without(resource.facts, live.facts, "groups"),
      roles: without(resource.facts, live.facts, "roles"),
    }),
  ];
}

function isDisabled({ resource, fields }: UpdateOf<UserBodies>): boolean {
  return fields.includes("enabled") && resource.facts["enabled"] === false;
}

function changeAccount({ resource, fields }: UpdateOf<UserBodies>): readonly Step[] {
  const { address, facts, payload } = resource;
  const enables = fields.includes("enabled");
  const path = pathTo("user", { user: address.name });
  const request = { method: "POST", path, mediaType: mediaTypes.xml } as const;
  if (fields.includes("password")) {
    const what = enables ? `password of account ${address.name}, and ${verb(facts)} it` : undefined;
    const summary = `change the ${what ?? `password of account ${address.name}`}`;
    return [{ summary, request: { ...request, confidential: true, body: payload.both } }];
  }
  if (!enables) return [];
  const text = renderUserInput({ enabled: facts["enabled"] === true });
  const summary = `${verb(facts)} account ${address.name}`;
  return [{ summary, request: { ...request, body: { kind: "text", text } } }];
}

function verb(facts: Facts): string {
  return facts["enabled"] === true ? "enable" : "disable";
}

function memberships(
  method: "POST" | "DELETE",
  user: string,
  { groups, roles }: { readonly groups: readonly string[]; readonly roles: readonly string[] },
): readonly Step[] {
  const gives = method === "POST";
  return [
    ...groups.map((group) => ({
      summary: gives
        ? `put account ${user} into group ${group}`
        : `take account ${user} out of group ${group}`,
      request: { method, path: pathTo("userGroup", { user, group }) },
    })),
    ...roles.map((role) => ({
      summary: gives
        ? `give role ${role} to account ${user}`
        : `take role ${role} from account ${user}`,
      request: { method, path: pathTo("roleOfUser", { role, user }) },
    })),
  ];
}

/** Returns none where a side leaves the set out. */
function without(one: Facts, other: Facts, field: "groups" | "roles"): readonly string[] {
  if (one[field] === undefined || other[field] === undefined) return [];
  const known = new Set(setIn(other, field));
  return setIn(one, field)
    .filter((member) => !known.has(member))
    .toSorted(compareText);
}
