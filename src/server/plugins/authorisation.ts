/**
 * Which requests of non-admin accounts come through at all. They only read, where
 * rules on requests let them, and nothing of what administers the server; what they see of the
 * rest is decided behind the catalog's door (docs/compatibility.md, "Who sees what").
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { grants } from "../../model/access-rule.ts";
import { segmentsOf } from "../../model/ant-pattern.ts";
import { regularNouns, type RegularSegment } from "../../model/regular-nouns.ts";
import { rolesForRequest } from "../../model/rest-rule.ts";
import type { PathRoot } from "../../wire/paths.ts";
import { isAdministrator } from "../catalog/account.ts";
import type { Dialect } from "../catalog/dialect.ts";
import { CatalogError } from "../catalog/errors.ts";
import type { PolicySource } from "../catalog/policy.ts";
import type { Catalog } from "../catalog/unit-of-work.ts";
import { inTurn } from "./in-turn.ts";
import { principalOf } from "./principal.ts";
import { asksForCredentials } from "./sessions.ts";

/** As their nouns say. */
const regularAudiences = Object.fromEntries(
  regularNouns.map(({ segment, readers }) => [segment, readers]),
) as Record<RegularSegment, "readers" | "administrators">;

/**
 * Who may come to the routes below the REST root; one that is missing here does not compile. The tile cache
 * has a root of its own, which is for administrators.
 */
const audiences: Readonly<Record<Exclude<PathRoot, "gwc">, "readers" | "administrators">> = {
  ...regularAudiences,
  about: "readers",
  fonts: "administrators",
  layergroups: "readers",
  layers: "readers",
  namespaces: "readers",
  openapi: "administrators",
  plumbline: "administrators",
  reload: "administrators",
  reset: "administrators",
  resource: "administrators",
  security: "administrators",
  logging: "administrators",
  services: "administrators",
  settings: "administrators",
  styles: "readers",
  templates: "administrators",
  workspaces: "readers",
  ":workspace": "readers",
};

const readingMethods: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** What is refused with a page is refused otherwise where the page does not take the method. */
function codeFor({ method }: FastifyRequest, refusedWrites: Dialect["refusedWrites"]) {
  return ["GET", "HEAD", "POST"].includes(method) ? "access-denied" : refusedWrites;
}

/** Requests that stock servers refuse by another status than 403, and one that is everybody's. */
const OWN_PASSWORD = "PUT /rest/security/self/password";
const KEYSTORE_PASSWORD = "PUT /rest/security/masterpw";

/** What every account may do with its own sessions; a page of the console shows what REST shows. */
const OWN_SESSIONS = "/console/session";

/** Installs the check behind authentication. */
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
    const reads = readingMethods.includes(request.method) && isForReaders(url, own.path);
    if (reads) {
      const { requests } =
        policyOf.at(await catalog.revision()) ?? (await inTurn(request, catalog).read(policyOf));
      if (grants(rolesForRequest(requests, own) ?? [], new Set(roles))) return;
    }
    throw refusal(request, codeFor(request, refusedWrites));
  });
}

/** Wherever they are: files of the data directory, and what a workspace has for itself. */
const ADMINISTRATIVE: ReadonlySet<string> = new Set(["templates", "settings"]);

/**
 * Whether a route is for readers; what is no route is not. A workspace may be named as one of the
 * other roots, and its short path is refused as they are.
 */
function isForReaders(pattern: string, [named = ""]: readonly string[]): boolean {
  const [first, root = "", ...below] = segmentsOf(pattern);
  if (below.some((segment) => ADMINISTRATIVE.has(segment))) return false;
  return (
    first === "rest" && audienceOf(root) === "readers" && audienceOf(named) !== "administrators"
  );
}

function audienceOf(root: string): string | undefined {
  const known: Readonly<Record<string, string>> = audiences;
  return Object.hasOwn(known, root) ? known[root] : undefined;
}

function refusal(request: FastifyRequest, code: "access-denied" | "not-possible") {
  const administrates = pathOf(request)[0] === "security";
  return new CatalogError(
    code,
    administrates ? "Administrative privileges required" : "Access is denied",
  );
}

/** The path below the REST root as it is routed, in decoded segments. */
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
