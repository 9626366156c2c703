/** Everything that a catalog shows, by address: to find what changed that nobody declared. */
import type { FastifyInstance } from "fastify";
import { AUTHORIZATION } from "./catalog.ts";

type Read = (path: string) => Promise<string>;

/** Documents by the text of an address; a type or coverage is distinguished from its layer. */
export async function dumpCatalog(app: FastifyInstance): Promise<ReadonlyMap<string, string>> {
  const read: Read = async (path) =>
    (await app.inject({ url: `/rest${path}`, headers: { authorization: AUTHORIZATION } })).body;
  const found = new Map<string, string>();
  const workspaces = names(await read("/workspaces.json"));
  for (const workspace of workspaces) {
    found.set(`Workspace/${workspace}`, await read(`/namespaces/${workspace}.json`));
    await dumpStores(read, workspace, found);
  }
  for (const scope of [null, ...workspaces]) await dumpScope(read, scope, found);
  await dumpSecurity(read, found);
  return found;
}

/** What a stock server fills into a group with its first PUT, beside the date of it; nothing changes by it. */
const FILLED_IN = /"enabled":true,"advertised":true,/;

/** The same without the times at which documents were made and changed, and without what shows that they were. */
export async function dumpWithoutDates(
  app: FastifyInstance,
): Promise<Readonly<Record<string, string>>> {
  const dump = [...(await dumpCatalog(app))].map(([key, text]) => [
    key,
    text
      .replaceAll(/"date(?:Created|Modified)":\s*"[^"]*",?/g, "")
      .replace(key.startsWith("LayerGroup/") ? FILLED_IN : /$^/, ""),
  ]);
  return Object.fromEntries(dump) as Record<string, string>;
}

async function dumpStores(read: Read, workspace: string, found: Map<string, string>) {
  const at = `/workspaces/${workspace}`;
  const stores = [
    ["datastores", "featuretypes", "DataStore", "FeatureType"],
    ["coveragestores", "coverages", "CoverageStore", "Coverage"],
    ["wmsstores", "wmslayers", "WmsStore", "WmsLayer"],
    ["wmtsstores", "layers", "WmtsStore", "WmtsLayer"],
  ] as const;
  for (const [collection, published, storeKind, kind] of stores) {
    for (const store of names(await read(`${at}/${collection}.json`))) {
      const path = `${at}/${collection}/${store}`;
      found.set(`${storeKind}/${workspace}:${store}`, await read(`${path}.json`));
      for (const name of names(await read(`${path}/${published}.json`)))
        found.set(`${kind}/${workspace}:${name}`, await read(`${path}/${published}/${name}.json`));
    }
  }
  for (const name of names(await read(`${at}/layers.json`)))
    found.set(`Layer/${workspace}:${name}`, await read(`/layers/${workspace}:${name}.json`));
}

async function dumpScope(read: Read, scope: string | null, found: Map<string, string>) {
  const at = scope === null ? "" : `/workspaces/${scope}`;
  const address = (kind: string, name: string) =>
    `${kind}/${scope === null ? name : `${scope}:${name}`}`;
  for (const name of names(await read(`${at}/styles.json`))) {
    const document = await read(`${at}/styles/${name}.json`);
    const format = /"format":\s*"css"/.test(document) ? "css" : "sld";
    const content = await read(`${at}/styles/${name}.${format}`);
    found.set(address("Style", name), `${document}\n${content}`);
  }
  for (const name of names(await read(`${at}/layergroups.json`)))
    found.set(address("LayerGroup", name), await read(`${at}/layergroups/${name}.json`));
}

async function dumpSecurity(read: Read, found: Map<string, string>) {
  for (const [domain, kind] of [
    ["layers", "AccessRule"],
    ["services", "ServiceRule"],
    ["rest", "RestRule"],
  ] as const) {
    const rules = JSON.parse(await read(`/security/acl/${domain}.json`)) as Record<string, string>;
    for (const [key, roles] of Object.entries(rules)) found.set(`${kind}/${key}`, roles);
  }
  found.set("CatalogMode/catalog", await read("/security/acl/catalog.json"));
  const { roles } = JSON.parse(await read("/security/roles.json")) as { roles: string[] };
  for (const role of roles) found.set(`Role/${role}`, role);
  const { users } = JSON.parse(await read("/security/usergroup/users.json")) as {
    users: { userName: string }[];
  };
  for (const user of users) {
    const own = await read(`/security/roles/user/${user.userName}.json`);
    const groups = await read(`/security/usergroup/user/${user.userName}/groups.json`);
    found.set(`User/${user.userName}`, [JSON.stringify(user), own, groups].join("\n"));
  }
}

/** Every `name` in a list document. */
function names(text: string): readonly string[] {
  const found: string[] = [];
  JSON.parse(text, (key, value: unknown) => {
    if (key === "name" && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}
