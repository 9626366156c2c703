/** Who sees what at the map services of the tests: rules on layers, the catalog mode, rules on services. */
import { oracle } from "../../property/rule-oracle.ts";
import { PageException } from "./answer.ts";
import type { Access } from "./catalog.ts";

/** Who asks; nobody is an account without a name. */
export interface Caller {
  readonly name: string | undefined;
  readonly roles: readonly string[];
}

/** How something is met: as it is, as if it were not there, or with a refusal. */
export type Sight = "open" | "hidden" | "refused";

const ADMINISTRATORS = ["ADMIN", "ROLE_ADMINISTRATOR"];

/** All roles of an account: everybody has one by being known, or not. */
export function callerOf(name: string | undefined, roles: readonly string[]): Caller {
  if (name === undefined) return { name, roles: ["ROLE_ANONYMOUS"] };
  const isAdministrator = roles.some((role) => ADMINISTRATORS.includes(role));
  return {
    name,
    roles: [...roles, ...(isAdministrator ? ADMINISTRATORS : []), "ROLE_AUTHENTICATED"],
  };
}

/** Whether rules on layers let somebody read something. */
export function mayRead(
  { layers }: Access,
  { roles }: Caller,
  target: readonly [workspace: string | null, name: string],
): boolean {
  return roles.includes("ADMIN") || oracle(layers, roles, target, "r");
}

/** How the data of what somebody may not read is met. */
export function sightOf(access: Access, isReadable: boolean): Sight {
  if (isReadable) return "open";
  return access.mode === "HIDE" ? "hidden" : "refused";
}

/** How its description is met: legend and schema are open to all where the mode is CHALLENGE. */
export function descriptionSight(access: Access, isReadable: boolean): Sight {
  return access.mode === "CHALLENGE" ? "open" : sightOf(access, isReadable);
}

/** The page for who may not: first to say who it is, then that this is not enough. */
export function refusal({ name }: Caller): PageException {
  return new PageException(name === undefined ? 401 : 403);
}

/** Whether rules on services let somebody call an operation; administrators have no way around them. */
export function mayCall(
  { services }: Access,
  { roles }: Caller,
  service: string,
  operation: string,
): boolean {
  const found = [`${service}.${operation}`, `${service}.*`, "*.*"]
    .map((key) => services.find(([own]) => own.toLowerCase() === key.toLowerCase())?.[1])
    .find((granted) => granted !== undefined);
  return found === undefined || found.includes("*") || found.some((role) => roles.includes(role));
}
