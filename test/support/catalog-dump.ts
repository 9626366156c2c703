/** Everything a catalog shows, as one comparable text: lists, the documents they link to, contents. */
import type { FastifyInstance } from "fastify";
import { AUTHORIZATION } from "./catalog.ts";

const ROOTS = [
  "/workspaces.xml",
  "/namespaces.xml",
  "/styles.xml",
  "/layers.xml",
  "/layergroups.xml",
  "/security/acl/layers.xml",
  "/security/acl/services.xml",
  "/security/acl/rest.xml",
  "/security/acl/catalog.xml",
  "/security/roles.xml",
  "/security/usergroup/users.xml",
];

/** Answers by path; what changes with every write of the same, such as dates, is left out. */
export async function dumpCatalog(app: FastifyInstance): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const get = async (path: string): Promise<string | undefined> => {
    const url = `/rest${path}`;
    const answer = await app.inject({ url, headers: { authorization: AUTHORIZATION } });
    return answer.statusCode === 200 ? answer.body : undefined;
  };
  const visit = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    found.set(path, "");
    const body = await get(path);
    if (body === undefined) return;
    found.set(path, settled(body));
    for (const [, link = ""] of body.matchAll(/href="[^"]*?\/rest(\/[^"]+)"/g))
      if (!/\/(?:granules|index)/.test(link)) await visit(link);
    const style = /^(.*\/styles\/[^/]+)\.xml$/.exec(path)?.[1];
    if (style !== undefined) found.set(`${style} content`, (await get(`${style}.sld`)) ?? "");
    const user = /<userName>([^<]+)</g;
    if (path.startsWith("/security/usergroup/users"))
      for (const [, name] of body.matchAll(user)) await visit(`/security/roles/user/${name}.xml`);
  };
  for (const root of ROOTS) await visit(root);
  return found;
}

function settled(body: string): string {
  return body
    .replaceAll(/<date(?:Created|Modified)>[^<]*<\/date(?:Created|Modified)>/g, "")
    .replaceAll(/<id>[^<]*<\/id>/g, "");
}
