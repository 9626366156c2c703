/**
 * Brings a server back to what it held when the lane began. What was there first is never deleted, and
 * nothing is purged: a purge may take a database along.
 */
import { setTimeout as wait } from "node:timers/promises";
import { readDocuments, restoreDocuments, type Documents } from "./documents.ts";
import type { Ask } from "./exchange.ts";
import {
  differenceOf,
  nouns,
  readHoldings,
  rulesOf,
  type Holdings,
  type Noun,
} from "./holdings.ts";

/** What is brought back, as it was when the lane began. */
export interface Origin {
  readonly holdings: Holdings;
  /** Roles by key, by domain. */
  readonly rules: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly documents: Documents;
  readonly keystorePassword: string | undefined;
  /** The file that the rules on requests are kept in, where the server shows it. */
  readonly requestRules: string | undefined;
}

/** Some containers take the key of a rule on requests in no spelling; then its file is put back. */
const REQUEST_RULES = "/rest/resource/security/rest.properties";

/** Looks at something that takes effect after a while, and the pauses between them. */
const [LOOKS, PAUSE_MS] = [60, 500];

const DOMAINS = ["layers", "services", "rest"] as const;

/** Reads what is to be brought back later. */
export async function readOrigin(ask: Ask): Promise<Origin> {
  const rules = DOMAINS.map(async (domain) => [domain, await rulesOf(ask, domain)] as const);
  return {
    holdings: await readHoldings(ask),
    rules: new Map(await Promise.all(rules)),
    documents: await readDocuments(ask),
    keystorePassword: await keystorePassword(ask),
    requestRules: await document(ask, REQUEST_RULES),
  };
}

/** Cleans. Gives what could not be brought back, a line each; a second look shows, not the answers. */
export async function clean(ask: Ask, origin: Origin): Promise<readonly string[]> {
  await readRulesAnew(ask, origin);
  const surplus = differenceOf(await readHoldings(ask), origin.holdings);
  for (const noun of nouns) await remove(ask, noun, surplus.get(noun) ?? []);
  await restoreRules(ask, origin);
  const refused = await restoreDocuments(ask, origin.documents);
  await setKeystorePassword(ask, origin.keystorePassword);
  if (surplus.size === 0) return refused;
  const now = await readHoldings(ask);
  const left = new Map(differenceOf(now, origin.holdings));
  // What lay in a workspace is gone with it; folders that it left behind are not.
  await remove(ask, "files", left.get("files") ?? []);
  left.delete("files");
  const lost = differenceOf(origin.holdings, now);
  return [...refused, ...lines("is left", left), ...lines("is lost", lost)];
}

function lines(what: string, holdings: Holdings): readonly string[] {
  return [...holdings].flatMap(([noun, names]) => names.map((name) => `${what}: ${noun}, ${name}`));
}

type Remover = (ask: Ask, name: string) => Promise<{ readonly status: number } | void>;

const encode = encodeURIComponent;

/** The path of a name; with a suffix of its own where the name has a dot, since some servers cut off what follows it. */
function named(list: string, name: string): string {
  return `/rest/${list}/${encode(name)}${name.includes(".") ? ".xml" : ""}`;
}

/** The path of a name that may lie in a workspace. */
function inScope(list: string, name: string): string {
  const [own = "", workspace] = name.split(":").toReversed();
  return named(workspace === undefined ? list : `workspaces/${encode(workspace)}/${list}`, own);
}

const removers: Readonly<Record<Noun, Remover>> = {
  "layer groups": (ask, name) => ask("DELETE", inScope("layergroups", name)),
  // Stores go with their workspaces, of which a kept one gets nothing new.
  stores: async (ask, name) => {
    for (const list of ["datastores", "coveragestores", "wmsstores", "wmtsstores"])
      await ask("DELETE", `${inScope(list, name)}?recurse=true`);
  },
  layers: (ask, name) => ask("DELETE", `/rest/layers/${encode(name)}.xml?recurse=true`),
  styles: (ask, name) => ask("DELETE", `${inScope("styles", name)}?recurse=true`),
  workspaces: (ask, name) => ask("DELETE", `${inScope("workspaces", name)}?recurse=true`),
  "rules on layers": (ask, key) => ask("DELETE", `/rest/security/acl/layers/${encode(key)}`),
  "rules on services": (ask, key) => ask("DELETE", `/rest/security/acl/services/${encode(key)}`),
  "rules on requests": removeRequestRule,
  users: (ask, name) => ask("DELETE", named("security/usergroup/user", name)),
  groups: (ask, name) => ask("DELETE", named("security/usergroup/group", name)),
  roles: (ask, name) => ask("DELETE", named("security/roles/role", name)),
  "URL checks": (ask, name) => ask("DELETE", named("urlchecks", name)),
  "grid sets": (ask, name) => ask("DELETE", `/gwc/rest/gridsets/${encode(name)}.xml`),
  "blob stores": removeBlobStore,
  files: (ask, path) =>
    ask("DELETE", `/rest/resource/${path.split("/").map(encode).join("/")}?operation=default`),
};

/**
 * Removes what can be removed. What is refused is tried again while anything else goes: a group that is held by another
 * one, a workspace with a broken object. What is there still is reported later.
 */
async function remove(ask: Ask, noun: Noun, names: readonly string[]): Promise<void> {
  const refused: string[] = [];
  for (const name of names) {
    const answer = await removers[noun](ask, name);
    if (answer?.status === 500) refused.push(name);
  }
  if (refused.length < names.length) await remove(ask, noun, refused);
}

/** The default one cannot be deleted: a server that is asked to forgets it by half. */
async function removeBlobStore(ask: Ask, name: string): Promise<void> {
  const path = `/gwc/rest/blobstores/${encode(name)}.xml`;
  const { status, text } = await ask("GET", path);
  const body = text.replace(/(<\w+BlobStore default=)"true"/, '$1"false"');
  if (status === 200 && body !== text) await ask("PUT", path, { type: "application/xml", body });
  await ask("DELETE", path);
}

/** Containers take the key of a rule on requests encoded twice, or as it is. */
async function removeRequestRule(ask: Ask, key: string): Promise<void> {
  const path = "/rest/security/acl/rest/";
  const twice = await ask("DELETE", `${path}${encode(encode(key))}`);
  if (twice.status >= 300) await ask("DELETE", `${path}${encodeURI(key).replaceAll("?", "%3F")}`);
}

/** Some rules on requests are taken and cannot be shown again, nor anything deleted then: their file is put back first. */
async function readRulesAnew(ask: Ask, { requestRules }: Origin): Promise<void> {
  const isShown = async () => (await ask("GET", "/rest/security/acl/rest.json")).status < 500;
  if (requestRules === undefined || (await isShown())) return;
  await ask("PUT", REQUEST_RULES, { type: "application/octet-stream", body: requestRules });
  for (let look = 0; look < LOOKS && !(await isShown()); look++) await wait(PAUSE_MS);
}

async function restoreRules(ask: Ask, { rules, requestRules }: Origin): Promise<void> {
  const before = rules.get("rest") ?? new Map<string, string>();
  const isBack = async () => isSame(await rulesOf(ask, "rest"), before);
  if (requestRules !== undefined && !(await isBack())) {
    await ask("PUT", REQUEST_RULES, { type: "application/octet-stream", body: requestRules });
    // The server looks at its files now and then.
    for (let look = 0; look < LOOKS && !(await isBack()); look++) await wait(PAUSE_MS);
  }
  for (const [domain, before] of rules) {
    const now = await rulesOf(ask, domain);
    for (const [key, roles] of before) {
      if (now.get(key) === roles) continue;
      const content = { type: "application/json", body: JSON.stringify({ [key]: roles }) };
      const path = `/rest/security/acl/${domain}`;
      await ask(now.has(key) ? "PUT" : "POST", path, content);
    }
  }
}

function isSame(these: ReadonlyMap<string, string>, those: ReadonlyMap<string, string>): boolean {
  return these.size === those.size && [...these].every(([key, roles]) => those.get(key) === roles);
}

async function document(ask: Ask, path: string): Promise<string | undefined> {
  const { status, text } = await ask("GET", path);
  return status === 200 ? text : undefined;
}

async function keystorePassword(ask: Ask): Promise<string | undefined> {
  const text = await document(ask, "/rest/security/masterpw.json");
  if (text === undefined) return undefined;
  return (JSON.parse(text) as { oldMasterPassword?: string }).oldMasterPassword;
}

/** Makes a word the password of the keystore, where the server shows which one it has. */
export async function setKeystorePassword(ask: Ask, wanted: string | undefined): Promise<void> {
  const now = await keystorePassword(ask);
  if (now === undefined || wanted === undefined || now === wanted) return;
  const body = JSON.stringify({ oldMasterPassword: now, newMasterPassword: wanted });
  await ask("PUT", "/rest/security/masterpw", { type: "application/json", body });
}
