/** What a server holds, by the names of its lists, so that it can be reported from what a new one holds. */
import type { Ask } from "./exchange.ts";

/** Objects by the name of their list; each as `name` or, in a workspace, `workspace:name`. */
export type Holdings = ReadonlyMap<Noun, readonly string[]>;

/** The lists, in the order in which what they hold may be deleted. */
export const nouns = [
  "layer groups",
  "stores",
  "layers",
  "styles",
  "workspaces",
  "rules on layers",
  "rules on services",
  "rules on requests",
  "users",
  "groups",
  "roles",
  "URL checks",
  "grid sets",
  "blob stores",
  "files",
] as const;

/** A list. */
export type Noun = (typeof nouns)[number];

/** Folders of the server's files that are looked into; below others the server keeps what is its own. */
const LOOKED_INTO = ["", "styles", "workspaces", "data"] as const;

/** Reads every list. What a server has not answers with 404, and is empty. */
export async function readHoldings(ask: Ask): Promise<Holdings> {
  const workspaces = await namesAt(ask, "/rest/workspaces.json");
  const within = async (...lists: readonly string[]) => {
    const found = workspaces.flatMap((workspace) =>
      lists.map(async (list) => {
        const path = `/rest/workspaces/${encodeURIComponent(workspace)}/${list}.json`;
        return (await namesAt(ask, path)).map((name) => `${workspace}:${name}`);
      }),
    );
    return (await Promise.all(found)).flat();
  };
  return new Map<Noun, readonly string[]>([
    [
      "layer groups",
      [...(await namesAt(ask, "/rest/layergroups.json")), ...(await within("layergroups"))],
    ],
    ["stores", await within("datastores", "coveragestores", "wmsstores", "wmtsstores")],
    ["layers", await namesAt(ask, "/rest/layers.json")],
    ["styles", [...(await namesAt(ask, "/rest/styles.json")), ...(await within("styles"))]],
    ["workspaces", workspaces],
    ["rules on layers", await keys(ask, "layers")],
    ["rules on services", await keys(ask, "services")],
    ["rules on requests", await keys(ask, "rest")],
    ["users", await namesAt(ask, "/rest/security/usergroup/users.json", "userName")],
    ["groups", await namesAt(ask, "/rest/security/usergroup/groups.json")],
    ["roles", await namesAt(ask, "/rest/security/roles.json")],
    ["URL checks", await namesAt(ask, "/rest/urlchecks.json")],
    ["grid sets", await namesAt(ask, "/gwc/rest/gridsets.json")],
    ["blob stores", await namesAt(ask, "/gwc/rest/blobstores.json")],
    ["files", (await Promise.all(LOOKED_INTO.map((folder) => filesIn(ask, folder)))).flat()],
  ]);
}

/** What is in one and not in the other, by list; lists without a difference are left out. */
export function differenceOf(these: Holdings, those: Holdings): Holdings {
  const left = nouns.map((noun) => {
    const known = new Set(those.get(noun));
    return [noun, (these.get(noun) ?? []).filter((name) => !known.has(name))] as const;
  });
  return new Map(left.filter(([, own]) => own.length > 0));
}

/** Names in a JSON list, whatever it is called: an array of texts, or of objects with a name. */
export async function namesAt(ask: Ask, path: string, key = "name"): Promise<readonly string[]> {
  const found = await json(ask, path);
  return arraysIn(found)
    .flat()
    .map((one) =>
      typeof one === "object" && one !== null ? (one as Record<string, unknown>)[key] : one,
    )
    .filter((name) => typeof name === "string" || typeof name === "number")
    .map(String)
    .toSorted();
}

function arraysIn(value: unknown): readonly (readonly unknown[])[] {
  if (Array.isArray(value)) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(arraysIn);
}

async function keys(ask: Ask, domain: string): Promise<readonly string[]> {
  const rules = await rulesOf(ask, domain);
  return [...rules.keys()].toSorted();
}

/** The rules of a domain: roles by key. */
export async function rulesOf(ask: Ask, domain: string): Promise<ReadonlyMap<string, string>> {
  const found = await json(ask, `/rest/security/acl/${domain}.json`);
  const entries = Object.entries((found ?? {}) as Record<string, unknown>);
  return new Map(entries.map(([key, roles]) => [key, String(roles)]));
}

/** Files are reported in XML, which every server has for them. */
async function filesIn(ask: Ask, folder: string): Promise<readonly string[]> {
  const path = `/rest/resource${folder === "" ? "" : `/${folder}`}?format=xml`;
  const { status, text } = await ask("GET", path);
  if (status === 404) return [];
  if (status >= 300) throw new Error(`GET ${path} was answered with ${status}`);
  const found = [...text.matchAll(/<child>\s*<name>([^<]*)<\/name>/g)].map(([, name = ""]) =>
    name.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
  return found.map((name) => (folder === "" ? name : `${folder}/${name}`)).toSorted();
}

async function json(ask: Ask, path: string): Promise<unknown> {
  const { status, text } = await ask("GET", path);
  if (status === 404 || text === "") return undefined;
  if (status >= 300) throw new Error(`GET ${path} was answered with ${status}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`GET ${path} was answered with what is no JSON`, { cause: error });
  }
}
