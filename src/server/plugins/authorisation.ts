/**
 * Lets non-administrators only read, by the rules on requests, and nothing that administers the
 * server. The catalog decides what a reader sees (docs/compatibility.md, "Who sees what").
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { grants } from "../../model/access-rule.ts";
import { segmentsOf } from "../../model/ant-pattern.ts";
import { rolesForRequest } from "../../model/rest-rule.ts";
import { isOfTileCache, pathNames, routePattern, type PathRoot } from "../../wire/paths.ts";
import { isAdministrator } from "../catalog/account.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { PolicySource } from "../catalog/policy.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { inTurn, isReading } from "./admission.ts";
import { principalOf } from "./principal.ts";
import { asksForCredentials } from "./sessions.ts";

/** Paths that readers use, by first segment below the REST root; all others administer the server. */
const readable: ReadonlySet<string> = new Set<PathRoot>([
  "about",
  "layergroups",
  "layers",
  "namespaces",
  "styles",
  "workspaces",
  ":workspace",
]);

/** Roots that no workspace's name may open; the tile cache has its own root, outside of them. */
const administrative: ReadonlySet<string> = new Set(
  pathNames
    .filter((name) => !isOfTileCache(routePattern(name)))
    .map((name) => segmentsOf(routePattern(name))[0] ?? "")
    .filter((root) => !readable.has(root)),
);

/**
 * Stock servers refuse by a 403 page; methods that this page does not accept get another status.
 */
function codeFor({ method }: FastifyRequest, refusedWrites: Dialect["refusedWrites"]) {
  return ["GET", "HEAD", "POST"].includes(method) ? "access-denied" : refusedWrites;
}

/**
 * Every account may change its own password. Stock servers refuse a change of the keystore password
 * with 405.
 */
const OWN_PASSWORD = "PUT /rest/security/self/password";
const KEYSTORE_PASSWORD = "PUT /rest/security/masterpw";

/** Every account may manage its own sessions. */
export const OWN_SESSIONS = "/console/session";

/** Install it after authentication. */
export function installAuthorisation(
  app: FastifyInstance,
  catalog: Catalog,
  { policyOf, refusedWrites }: { readonly policyOf: PolicySource } & Pick<Dialect, "refusedWrites">,
): void {
  app.addHook("onRequest", async (request) => {
    if (!asksForCredentials(request)) return;
    const { roles } = principalOf(request);
    if (isAdministrator(roles)) return;
    const { url = "" } = request.routeOptions;
    if (url === OWN_SESSIONS) return;
    const route = `${request.method} ${url}`;
    if (route === OWN_PASSWORD) return;
    if (route === KEYSTORE_PASSWORD) throw refusal(request, "not-possible");
    const own = { method: request.method, path: pathOf(request) };
    const reads = isReading(request.method) && isForReaders(url, own.path);
    if (reads) {
      await catalog.revision();
      const { requests } =
        policyOf.known(catalog) ?? (await inTurn(request, catalog).read(policyOf));
      if (grants(rolesForRequest(requests, own) ?? [], new Set(roles))) return;
    }
    throw refusal(request, codeFor(request, refusedWrites));
  });
}

/** For administrators at any depth: templates, and the settings of a workspace. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set(["templates", "settings"]);

/**
 * Unknown paths are not for readers. `named` is the first segment: a workspace named like another
 * root is refused like that root.
 */
function isForReaders(pattern: string, [named = ""]: readonly string[]): boolean {
  const [first, root = "", ...below] = segmentsOf(pattern);
  if (below.some((segment) => ADMINISTRATIVE.has(segment))) return false;
  return first === "rest" && readable.has(root) && !administrative.has(named);
}

function refusal(request: FastifyRequest, code: "access-denied" | "not-possible") {
  const administrates = pathOf(request)[0] === "security";
  return new CatalogError(
    code,
    administrates ? "Administrative privileges required" : "Access is denied",
  );
}

/** The decoded segments below the REST root. */
function pathOf(request: FastifyRequest): readonly string[] {
  const [path = ""] = request.url.split("?", 1);
  const [root, ...below] = segmentsOf(path).map(decoded);
  return root === "rest" ? below : [root ?? "", ...below];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
