/** Who may do what on the stock server: accounts, and rules on requests that spare nobody. */
import { Refusal } from "./refusal.ts";
import type { State } from "./state.ts";

interface Asked {
  readonly method: string;
  readonly path: string;
}

export function authorise(state: State, authorization = "", asked: Asked): void {
  const roles = rolesOf(state, authorization);
  if (roles === undefined) {
    const challenge = { "www-authenticate": 'Basic realm="GeoServer Realm"' };
    throw new Refusal(401, "Unauthorized", challenge);
  }
  const rule = [...state.rules.rest].find(([key]) => covers(key, asked));
  const isGranted = rule?.[1].some((role) => role === "*" || roles.has(role)) ?? true;
  if (!isGranted) throw new Refusal(403, "Access Denied");
}

/** Roles of the account of a request; undefined where the credentials are none. */
function rolesOf(state: State, authorization: string): ReadonlySet<string> | undefined {
  const text = Buffer.from(authorization.replace(/^Basic /i, ""), "base64").toString("utf8");
  const at = text.indexOf(":");
  const [name, password] = [text.slice(0, at), text.slice(at + 1)];
  if (name === "root" && password === state.keystorePassword)
    return new Set(["ADMIN", "ROLE_ADMINISTRATOR"]);
  const user = state.users.get(name);
  if (user?.enabled !== true || user.password !== password) return undefined;
  // What changes of it later is looked up when everything is read again.
  const known = state.logins.get(name);
  if (known !== undefined) return known;
  const own = state.userRoles.get(name) ?? [];
  const ofGroups = [...user.groups].flatMap((group) => [...(state.groups.get(group) ?? [])]);
  const roles = new Set([...own, ...ofGroups, "ROLE_AUTHENTICATED"]);
  if (roles.has("ADMIN")) roles.add("ROLE_ADMINISTRATOR");
  state.logins.set(name, roles);
  return roles;
}

/** Patterns are compared with the text of the address, with or without the root. */
function covers(key: string, { method, path }: Asked): boolean {
  const at = key.lastIndexOf(":");
  const methods = key.slice(at + 1).split(",");
  const pattern = expressionOf(key.slice(0, at));
  return methods.includes(method) && (pattern.test(path) || pattern.test(`/rest${path}`));
}

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split("/")
    .slice(1)
    .map((segment) => {
      if (segment === "**") return "(?:/[^/]+)*";
      const quoted = RegExp.escape(segment).replaceAll("\\*", "[^/]*").replaceAll("\\?", "[^/]");
      return `/${quoted}`;
    });
  return new RegExp(`^${source.join("")}$`);
}
