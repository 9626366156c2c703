/** What decides for a whole server who is shown what: rules, mode, services, workspaces. GET only. */
import { normaliseRoles, type RuleSet } from "../../model/access-rule.ts";
import { parseCatalogMode, type CatalogMode } from "../../model/catalog-mode.ts";
import type { MapRules } from "../../model/map-access.ts";
import { readAccessRules } from "../../wire/access-rules.ts";
import { parsePrincipals } from "../../wire/account.ts";
import { objectPathTo, pathTo } from "../../wire/addressing.ts";
import { readDocument } from "../../wire/answered-document.ts";
import { parseCatalogModeDocument } from "../../wire/catalog-mode.ts";
import { expectFound, get, ifReadable } from "../../wire/reading.ts";
import type { Reader } from "../../wire/request.ts";
import { memberFlag } from "../../wire/tree.ts";
import { madeOnce } from "../lazy.ts";
import type { ExclusiveScope, Resource } from "../resource.ts";
import type { Endpoint } from "./look.ts";

/**
 * The rules as declared: what no manifest declares is as on the server, but for what the estate
 * declares as a whole.
 */
export async function rulesAsDeclared(
  read: Reader,
  { resources, exclusiveScopes }: DeclaredState,
): Promise<MapRules> {
  const [layers, services, mode] = await Promise.all([
    readAccessRules(read, "layers"),
    readAccessRules(read, "services"),
    readMode(read),
  ]);
  return {
    layers: declaredOver(layers.rules, { resources, exclusiveScopes }, "AccessRule"),
    services: declaredOver(services.rules, { resources, exclusiveScopes }, "ServiceRule"),
    mode: declaredMode(resources) ?? mode,
  };
}

/** What the manifests of an estate declare. */
export interface DeclaredState {
  readonly resources: readonly Resource[];
  readonly exclusiveScopes: readonly ExclusiveScope[];
}

function declaredOver(
  live: RuleSet,
  { resources, exclusiveScopes }: DeclaredState,
  kind: string,
): RuleSet {
  const declared = resources.flatMap(({ address, facts }) => {
    const roles = facts["roles"];
    const isOne = address.kind === kind && Array.isArray(roles);
    return isOne ? [[address.name, normaliseRoles(roles as readonly string[])] as const] : [];
  });
  const scopes = exclusiveScopes.filter((scope) => scope.kind === kind);
  const left = [...live].filter(([name]) =>
    scopes.every(({ covers }) => !covers({ kind, workspace: null, name })),
  );
  return new Map([...left, ...declared]);
}

function declaredMode(resources: readonly Resource[]): CatalogMode | undefined {
  const found = resources.find(({ address }) => address.kind === "CatalogMode");
  return parseCatalogMode(String(found?.facts["mode"] ?? ""));
}

async function readMode(read: Reader): Promise<CatalogMode> {
  const path = pathTo("catalogMode", {}, "xml");
  const text = parseCatalogModeDocument(expectFound(await get(read, path), path));
  return parseCatalogMode(text ?? "") ?? "HIDE";
}

/** The roles of a user, its own and those of its groups; none where they cannot be read. */
export async function rolesOfUser(read: Reader, user: string): Promise<readonly string[]> {
  const names = async (noun: "group" | "role", path: string) =>
    (await ifReadable(async () =>
      parsePrincipals(noun, expectFound(await get(read, path), path)),
    )) ?? [];
  const groups = await names("group", pathTo("userGroups", { user }, "xml"));
  const roles = await Promise.all([
    names("role", pathTo("rolesOfUser", { user }, "xml")),
    ...groups.map((group) => names("role", pathTo("rolesOfGroup", { group }, "xml"))),
  ]);
  return [...new Set(roles.flat())];
}

/** Where each workspace is served, read once for each. */
export function endpointsOf(read: Reader): (workspace: string | null) => Promise<Endpoint> {
  const known = new Map<string, Promise<Endpoint>>();
  const global = madeOnce(async () => {
    const settings = await readDocumentIfThere(read, pathTo("settings", {}, "xml"));
    const [wms, wfs] = await Promise.all([isServiceOn(read, "wms"), isServiceOn(read, "wfs")]);
    return { isOn: memberFlag(settings, "globalServices") ?? true, wms, wfs };
  });
  return (workspace) => {
    const key = workspace ?? "";
    const found = known.get(key) ?? endpointOf(read, workspace, global);
    known.set(key, found);
    return found;
  };
}

async function endpointOf(
  read: Reader,
  workspace: string | null,
  global: () => Promise<{ isOn: boolean; wms: boolean; wfs: boolean }>,
): Promise<Endpoint> {
  const { isOn, wms, wfs } = await global();
  const everywhere = { workspace: undefined, isIsolated: false };
  if (workspace === null) return { ...everywhere, wms: isOn && wms, wfs: isOn && wfs };
  const document = await readDocumentIfThere(
    read,
    objectPathTo("workspace", { name: workspace }, "xml"),
  );
  const isIsolated = memberFlag(document, "isolated") ?? false;
  if (isOn && !isIsolated) return { ...everywhere, wms, wfs };
  const [ownWms, ownWfs] = await Promise.all([
    isServiceOn(read, "wms", workspace),
    isServiceOn(read, "wfs", workspace),
  ]);
  return { workspace, isIsolated, wms: ownWms ?? wms, wfs: ownWfs ?? wfs };
}

function isServiceOn(read: Reader, ows: string): Promise<boolean>;
function isServiceOn(read: Reader, ows: string, workspace: string): Promise<boolean | undefined>;
async function isServiceOn(
  read: Reader,
  ows: string,
  workspace?: string,
): Promise<boolean | undefined> {
  const path =
    workspace === undefined
      ? pathTo("service", { ows }, "xml")
      : pathTo("workspaceService", { ows, workspace }, "xml");
  const content = await readDocumentIfThere(read, path);
  return content === undefined && workspace !== undefined
    ? undefined
    : (memberFlag(content, "enabled") ?? true);
}

async function readDocumentIfThere(read: Reader, path: string) {
  return (await ifReadable(() => readDocument(read, path)))?.content;
}
