/** Users, groups and roles of the stock server. What is unknown is reported in no detail. */
import { anyBody, param, type Call } from "./call.ts";
import { DONE, field, plain, type Answer } from "./documents.ts";
import { shuffled } from "./random.ts";
import { Refusal } from "./refusal.ts";
import type { Route } from "./routing.ts";
import type { State, User } from "./state.ts";
import { childText } from "./xml-tree.ts";
import { done, refused, told } from "./recorded/recorded.ts";

/** Sets that a request adds a name to, or takes one out of. */
function membership(change: (call: Call, how: "add" | "delete") => Answer) {
  return {
    POST: (call: Call) => change(call, "add"),
    DELETE: (call: Call) => change(call, "delete"),
  };
}

function listing(noun: "group" | "role", chosen: (call: Call) => Iterable<string>) {
  return { GET: (call: Call) => names(call, noun, chosen(call)) };
}

const GROUPS = "/security/usergroup";
const ROLES = "/security/roles";

const routes: readonly Route[] = [
  { path: `${GROUPS}/users`, GET: (call) => users(call, call.state.users), POST: postUser },
  { path: `${GROUPS}/user/:user`, POST: changeUser, DELETE: deleteUser },
  { path: `${GROUPS}/user/:user/groups`, ...listing("group", (call) => userOf(call).groups) },
  { path: `${GROUPS}/user/:user/group/:group`, ...membership(groupOfUser) },
  { path: `${GROUPS}/groups`, ...listing("group", ({ state }) => state.groups.keys()) },
  { path: `${GROUPS}/group/:group`, POST: postGroup, DELETE: deleteGroup },
  { path: `${GROUPS}/group/:group/users`, GET: usersOfGroup },
  { path: ROLES, ...listing("role", ({ state }) => state.roles) },
  { path: `${ROLES}/role/:role`, POST: postRole, DELETE: deleteRole },
  { path: `${ROLES}/role/:role/user/:user`, ...membership(roleOfUser) },
  {
    path: `${ROLES}/user/:user`,
    ...listing("role", (call) => call.state.userRoles.get(param(call, "user")) ?? []),
  },
  { path: `${ROLES}/role/:role/group/:group`, ...membership(roleOfGroup) },
  { path: `${ROLES}/group/:group`, ...listing("role", (call) => groupOf(call)) },
];

const OTHERS = {
  usergroup: "user/group service",
  roles: "roleservice",
} as const;

/** Nothing is known of another service. */
function othersOf(path: "usergroup" | "roles"): readonly Route[] {
  const refuse = (call: Call): never => {
    const name = param(call, "service");
    if (name === "default") throw refused("no such method", { method: call.method });
    throw refused("PUT user: unknown", { what: OTHERS[path], name });
  };
  const all = { GET: refuse, POST: refuse, DELETE: refuse };
  const at = `/security/${path}/service/:service`;
  return [
    { path: at, ...all },
    { path: `${at}/*`, ...all },
  ];
}

/** `/security/usergroup` and `/security/roles`, also by the name of the one service there is. */
export const accountRoutes: readonly Route[] = [
  ...routes,
  ...routes.map((route) => ({
    ...route,
    path: route.path.replace(/^\/security\/(?:usergroup|roles)/, "$&/service/default"),
  })),
  ...othersOf("usergroup"),
  ...othersOf("roles"),
];

const unknownRole = (name: string) => refused("POST role of user: unknown", { name });

function known<One>(all: ReadonlyMap<string, One>, what: string, name: string): One {
  const one = all.get(name);
  if (one === undefined) throw refused("PUT user: unknown", { what, name });
  return one;
}

const userOf = (call: Call) => known(call.state.users, "username", param(call, "user"));
const groupOf = (call: Call) => known(call.state.groups, "groupname", param(call, "group"));

/** Passwords are never among it. */
function users(call: Call, chosen: Iterable<readonly [string, User]>): Answer {
  const all = shuffled(call.state.random, chosen);
  if (isJson(call))
    return json({
      users: all.map(([userName, { enabled }]) => ({ enabled, password: null, userName })),
    });
  const written = all.map(
    ([name, { enabled }]) => `<user>${field("enabled", enabled)}${field("userName", name)}</user>`,
  );
  return xml("users", written);
}

function names(call: Call, noun: "group" | "role", chosen: Iterable<string>): Answer {
  const all = shuffled(call.state.random, chosen);
  if (isJson(call)) return json({ [`${noun}s`]: all });
  const written = all.map((name) => field(noun, name));
  return xml(`${noun}s`, written);
}

function isJson({ format, suffix }: Call): boolean {
  return format === "json" && suffix !== "xml";
}

function json(content: object): Answer {
  return told("GET users", JSON.stringify(content));
}

/** These documents have another writer than those of the catalog, which declares what it writes. */
function xml(root: string, written: readonly string[]): Answer {
  const list = written.length === 0 ? `<${root}/>` : `<${root}>${written.join("")}</${root}>`;
  const body = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${list}`;
  return told("GET groups", body);
}

function usersOfGroup(call: Call): Answer {
  groupOf(call);
  const group = param(call, "group");
  return users(
    call,
    [...call.state.users].filter(([, user]) => user.groups.has(group)),
  );
}

function postUser(call: Call): Answer {
  const body = anyBody(call);
  const name = childText(body, "userName");
  const password = childText(body, "password");
  const enabled = childText(body, "enabled");
  if (name === undefined || password === undefined) throw new Refusal(500, "");
  if (enabled === undefined) throw refused("POST user: not enabled");
  if (call.state.users.has(name)) throw refused("POST user: taken", { what: "user", name });
  call.state.users.set(name, { password, enabled: enabled === "true", groups: new Set() });
  return done("POST user");
}

function changeUser(call: Call): Answer {
  const user = userOf(call);
  const body = anyBody(call);
  user.password = childText(body, "password") ?? user.password;
  const enabled = childText(body, "enabled");
  if (enabled !== undefined) user.enabled = enabled === "true";
  return done("PUT user");
}

/** Its roles stay where they are. */
function deleteUser(call: Call): Answer {
  userOf(call);
  call.state.users.delete(param(call, "user"));
  return done("DELETE user");
}

function groupOfUser(call: Call, change: "add" | "delete"): Answer {
  const { groups } = userOf(call);
  groupOf(call);
  const group = param(call, "group");
  if (change === "add" && groups.has(group))
    return plain(200, "Username already associated with this groupname");
  groups[change](group);
  return DONE;
}

/** Any name can have a role. */
function roleOfUser(call: Call, change: "add" | "delete"): Answer {
  const { state } = call;
  const [role, user] = [param(call, "role"), param(call, "user")];
  if (!state.roles.has(role)) throw unknownRole(role);
  const own = state.userRoles.get(user) ?? new Set<string>();
  own[change](role);
  keepRoles(state, user, own);
  return done("POST role of user");
}

/** Nobody can tell who has no role from who never had one. */
function keepRoles({ userRoles }: State, user: string, roles: Set<string>): void {
  if (roles.size > 0) userRoles.set(user, roles);
  else userRoles.delete(user);
}

function roleOfGroup(call: Call, change: "add" | "delete"): Answer {
  const role = param(call, "role");
  if (!call.state.roles.has(role)) throw unknownRole(role);
  groupOf(call)[change](role);
  return DONE;
}

function postGroup(call: Call): Answer {
  const name = param(call, "group");
  if (call.state.groups.has(name)) throw refused("POST user: taken", { what: "group", name });
  call.state.groups.set(name, new Set());
  return done("POST group");
}

function deleteGroup(call: Call): Answer {
  groupOf(call);
  const name = param(call, "group");
  call.state.groups.delete(name);
  for (const user of call.state.users.values()) user.groups.delete(name);
  return done("DELETE group");
}

function postRole(call: Call): Answer {
  const role = param(call, "role");
  if (call.state.roles.has(role)) throw refused("POST role: taken", { name: role });
  call.state.roles.add(role);
  return done("POST role");
}

function deleteRole(call: Call): Answer {
  const role = param(call, "role");
  if (!call.state.roles.delete(role)) throw unknownRole(role);
  forget(call.state, role);
  return done("DELETE role");
}

/** A role that is gone is gone from everybody. */
function forget(state: State, role: string): void {
  const { userRoles, groups } = state;
  for (const [user, own] of userRoles) {
    own.delete(role);
    keepRoles(state, user, own);
  }
  for (const group of groups.values()) group.delete(role);
}
