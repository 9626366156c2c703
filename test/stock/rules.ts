/**
 * Access rules and the catalog mode of the stock server. Rules on layers are kept by the keys of its file, with a backslash
 * before the dots of names; requests split at every dot, and its list escapes none.
 */
import { anyBody, looseJson, param, type Call } from "./call.ts";
import { DONE, json, type Answer } from "./documents.ts";
import { shuffled } from "./random.ts";
import { Refusal, RouteRefusal } from "./refusal.ts";
import type { Handler, Route } from "./routing.ts";
import type { RuleList, State } from "./state.ts";
import { childText, elementsOf, escape, textOf, type Element } from "./xml-tree.ts";
import { done, refused, told } from "./recorded/recorded.ts";

type Domain = keyof State["rules"];

/** `/security/acl`. */
export const ruleRoutes: readonly Route[] = [
  { path: "/security/acl/catalog/reload", POST: () => DONE, PUT: () => DONE },
  { path: "/security/acl/catalog", GET: getMode, PUT: putMode },
  ...(["layers", "services", "rest"] as const).flatMap((domain): readonly Route[] => [
    { path: `/security/acl/${domain}`, ...listHandlers(domain) },
    { path: `/security/acl/${domain}/*`, whole: true, DELETE: deleter(domain) },
  ]),
];

function listHandlers(domain: Domain) {
  return {
    GET: (call: Call) => getRules(call, domain),
    POST: (call: Call) => postRules(call, domain),
    PUT: (call: Call) => putRules(call, domain),
    DELETE: () => {
      throw new Refusal(500, "Index 3 out of bounds for length 3");
    },
  } satisfies Omit<Route, "path">;
}

/** Roles of a rule come in no order; so do rules, but for those of which the first one counts. */
function getRules({ state, suffix, format }: Call, domain: Domain): Answer {
  const rules = state.rules[domain];
  // A rule on requests without roles is taken, and from then on the list cannot be written.
  if (domain === "rest" && [...rules.values()].some(({ length }) => length === 0))
    throw new Refusal(500, "");
  const inOrder = domain === "rest" ? [...rules] : shuffled(state.random, rules);
  // Of two keys that look alike in the list one is shown.
  const shown = [
    ...new Map(
      inOrder.map(([key, roles]) => [shownKey(key), shuffled(state.random, roles).join(",")]),
    ),
  ];
  if (format === "json" && suffix !== "xml")
    return told("GET rules", JSON.stringify(Object.fromEntries(shown)));
  const written = shown.map(
    ([key, roles]) => `    <rule resource="${escape(key)}">${escape(roles)}</rule>\n`,
  );
  const list = written.length === 0 ? "<rules/>" : `<rules>\n${written.join("")}</rules>`;
  const body = `<?xml version="1.0" encoding="UTF-8"?>${list}`;
  return { status: 200, type: "application/xml", body };
}

function postRules(call: Call, domain: Domain): Answer {
  const rules = call.state.rules[domain];
  const given = rulesIn(call, domain);
  const known = [...given.keys()].filter((key) => storedKey(rules, key) !== undefined);
  if (known.length > 0) throw refused("POST rules: taken", { keys: known.join(",") });
  for (const [key, roles] of given) rules.set(key, roles);
  return done("POST rules");
}

function putRules(call: Call, domain: Domain): Answer {
  const rules = call.state.rules[domain];
  const given = rulesIn(call, domain);
  const unknown = [...given.keys()].filter((key) => storedKey(rules, key) === undefined);
  if (unknown.length > 0) throw refused("PUT rules: unknown", { keys: unknown.join(",") });
  for (const [key, roles] of given) rules.set(key, roles);
  return done("PUT rules");
}

/** Jetty takes the key as it is, with its slashes; what is encoded twice it refuses before anybody reads it. */
function deleter(domain: Domain): Handler {
  return (call) => {
    const key = domain === "rest" ? requestKey(call) : param(call, "rest");
    checkKey(domain, key);
    const rules = call.state.rules[domain];
    if (!rules.delete(storedKey(rules, key) ?? "")) throw refused("DELETE rule: unknown", { key });
    return done(domain === "rest" ? "DELETE rule on requests" : "DELETE rule");
  };
}

/**
 * The key of a rule on requests. Jetty hands it on as it is, and refuses what is encoded twice. Elsewhere it may be
 * encoded twice as well, as containers that tidy paths need it: decoded once by the container, once by anyone who reads it.
 */
function requestKey(call: Call): string {
  const written = param(call, "rest");
  return call.container === "jetty" ? written : decodeURIComponent(written);
}

function rulesIn(call: Call, domain: Domain): RuleList {
  const pairs = call.contentType.includes("json")
    ? Object.entries(looseJson(new TextDecoder().decode(call.body)) as Record<string, string>)
    : elementsOf(mapBody(call)).map(
        (rule) => [rule.attributes.get("resource") ?? "", textOf(rule)] as const,
      );
  for (const [key] of pairs) checkKey(domain, key);
  return new Map(
    pairs.map(
      ([key, roles]) =>
        [domain === "rest" ? key : key.split(/\s*\.\s*/).join("."), rolesIn(roles)] as const,
    ),
  );
}

function shownKey(key: string): string {
  return key.replaceAll("\\.", ".");
}

/** The key of a rule that looks so in the list. */
function storedKey(rules: RuleList, shown: string): string | undefined {
  return [...rules.keys()].find((key) => shownKey(key) === shown);
}

/** The files of rules by path: how each is written, and read again, as the server does when somebody has changed it. */
export const rulesFiles: ReadonlyMap<
  string,
  {
    readonly write: (state: State) => Uint8Array;
    readonly read: (state: State, file: Uint8Array) => void;
  }
> = new Map([
  [
    "security/layers.properties",
    {
      write: ({ rules, mode }) => written([["mode", [mode]], ...rules.layers]),
      read: (state, file) => {
        const pairs = pairsIn(file);
        state.mode = pairs.find(([key]) => key === "mode")?.[1] ?? "HIDE";
        state.rules.layers = listOf(pairs.filter(([key]) => key !== "mode"));
      },
    },
  ],
  [
    "security/rest.properties",
    {
      write: ({ rules }) =>
        written([...rules.rest].map(([key, roles]) => [key.replace(/:(?=[A-Z,]+$)/, ";"), roles])),
      read: (state, file) => {
        const pairs = pairsIn(file).map(([key, roles]) => [key.replace(";", ":"), roles] as const);
        state.rules.rest = listOf(pairs);
      },
    },
  ],
]);

function written(pairs: Iterable<readonly [string, readonly string[]]>): Uint8Array {
  const lines = [...pairs].map(
    ([key, roles]) => `${key.replaceAll(/[\\ =:]/g, "\\$&")}=${roles.join(",")}\n`,
  );
  return Buffer.from(`#Sat Nov 28 20:00:00 UTC 2026\n${lines.join("")}`, "latin1");
}

function pairsIn(file: Uint8Array): readonly (readonly [string, string])[] {
  const lines = Buffer.from(file).toString("latin1").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const at = /(?<!\\)(?:\\\\)*=/.exec(line);
      const key = line.slice(0, (at?.index ?? 0) + (at?.[0].length ?? 1) - 1);
      const plain = key.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code, one) =>
        code === undefined ? String(one) : String.fromCharCode(Number.parseInt(code, 16)),
      );
      return [plain, line.slice(key.length + 1)] as const;
    });
}

function listOf(pairs: readonly (readonly [string, string])[]): RuleList {
  return new Map(pairs.map(([key, roles]) => [key, rolesIn(roles)]));
}

/** Bodies that are no catalog objects are read by something that answers 400. */
function mapBody(call: Call): Element {
  try {
    return anyBody(call);
  } catch (error) {
    throw error instanceof Refusal && !(error instanceof RouteRefusal)
      ? new RouteRefusal(400, error.message)
      : error;
  }
}

function rolesIn(text: string): readonly string[] {
  const roles = new Set(text.split(/[\s,]+/).filter((role) => role !== ""));
  return roles.has("*") ? ["*"] : [...roles];
}

/** Throws Refusal 422. */
function checkKey(domain: Domain, key: string): void {
  if (domain === "layers") return checkLayerKey(key);
  if (domain === "services" && !/^(?:\*\.\*|[^.*]+\.[^.]+)$/.test(key))
    throw new Refusal(
      422,
      `Invalid rule ${key}, the expected format is service.method=role1,role2,...`,
    );
  if (domain === "rest" && !REQUEST_KEY.test(key))
    throw refused("DELETE rule on requests: cut off", {
      key,
      pattern: REQUEST_KEY.source.slice(1, -1),
    });
}

const REQUEST_KEY =
  /^\S+:(GET|POST|PUT|DELETE|HEAD|OPTIONS)(,(GET|POST|PUT|DELETE|HEAD|OPTIONS))*$/;

function checkLayerKey(key: string): void {
  const parts = key.split(/\s*\.\s*/);
  const [workspace, layer, mode = ""] = parts;
  if (parts.length !== 3) throw refused("POST rules: no key", { key });
  if (!["r", "w", "a"].includes(mode))
    throw new Refusal(422, `Unknown access mode ${mode} in ${key}`);
  if (workspace === "*" && layer !== "*")
    throw new Refusal(422, `Invalid rule ${key}, when namespace is * then also layer must be *.`);
  if (mode === "a" && layer !== "*")
    throw new Refusal(
      422,
      `Invalid rule ${key}, admin (a) privileges may only be applied globally to a workspace, layer must be *.`,
    );
}

function getMode({ state, suffix, format }: Call): Answer {
  const { mode } = state;
  if (format === "json" && suffix !== "xml") return json({ mode });
  const body = `<?xml version="1.0" encoding="UTF-8"?><catalog>\n    <mode>${mode}</mode>\n</catalog>`;
  return { status: 200, type: "application/xml", body };
}

function putMode(call: Call): Answer {
  const isJson = call.contentType.includes("json");
  const mode = isJson
    ? (looseJson(new TextDecoder().decode(call.body)) as Record<string, string>)["mode"]
    : childText(mapBody(call), "mode");
  if (mode === undefined) throw new Refusal(404, "Element mode is missing");
  if (!["HIDE", "MIXED", "CHALLENGE"].includes(mode)) throw refused("PUT mode: unknown", { mode });
  call.state.mode = mode;
  return done("PUT mode");
}
