/** Coverages of the stock server. */
import { bodyElement, entriesOf, flag, merge, param, type Call } from "./call.ts";
import { refuseHeld, removePublished } from "./cascades.ts";
import {
  created,
  dates,
  documentOf,
  DONE,
  field,
  kept,
  keptOr,
  link,
  listOf,
  map,
  pathOf,
  type Answer,
} from "./documents.ts";
import { indexOf } from "./mosaic-index.ts";
import { pathCoverageStore } from "./named.ts";
import { addCoverage, foundBounds } from "./publish.ts";
import {
  COVERAGE_TAIL,
  HEAD,
  PARTIAL_COVERAGES,
  SERVICES,
  SETTLED_COVERAGES,
  USUAL_OF_COVERAGES,
} from "./published-elements.ts";
import { ContainerRefusal, found, Refusal } from "./refusal.ts";
import { refuseUnreadable } from "./unreadable.ts";
import { resetOf, type Route } from "./routing.ts";
import {
  inWorkspace,
  now,
  scoped,
  type CoverageStore,
  type MosaicIndex,
  type Published,
  type State,
} from "./state.ts";
import { child, childText, elementsOf, innerXml, textOf, type Element } from "./xml-tree.ts";

const IN_STORE = "/workspaces/:workspace/coveragestores/:store/coverages";
const IN_WORKSPACE = "/workspaces/:workspace/coverages";

/** `/coverages` of stores and workspaces. */
export const coverageRoutes: readonly Route[] = [
  { path: IN_STORE, GET: listOfStore, POST: postCoverage },
  resetOf(`${IN_STORE}/:coverage`, pathCoverage),
  { path: `${IN_STORE}/:coverage`, GET: getCoverage, PUT: putCoverage, DELETE: deleteCoverage },
  { path: IN_WORKSPACE, GET: listOfWorkspace, POST: postCoverage },
  { path: `${IN_WORKSPACE}/:coverage`, GET: getCoverage },
];

const KNOWN = [...HEAD, ...SERVICES, "nativeFormat", ...COVERAGE_TAIL];

function listOfStore(call: Call): Answer {
  const { state } = call;
  const store = pathCoverageStore(call);
  const { workspace, name } = store;
  if (call.query["list"] === "all") {
    const index = readable(state, store);
    const names = index.rows.length === 0 ? "" : field("coverageName", index.coverage);
    return documentOf(call, names === "" ? "<list/>" : `<list>${names}</list>`);
  }
  const own = inWorkspace(state.coverages, workspace).filter((one) => one.store === name);
  return listOf(
    call,
    "coverage",
    own.map((one) => one.name),
    (one) => pathOf("workspaces", workspace, "coveragestores", name, "coverages", one),
  );
}

function readable(state: State, store: CoverageStore): MosaicIndex {
  try {
    return indexOf(state, store);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(500, "Error getting coverages from coverage reader.");
  }
}

function listOfWorkspace(call: Call): Answer {
  const workspace = param(call, "workspace");
  if (!call.state.workspaces.has(workspace))
    throw new Refusal(404, `Name space not found for workspace '${workspace}'.`);
  const names = inWorkspace(call.state.coverages, workspace).map(({ name }) => name);
  return listOf(call, "coverage", names, (name) =>
    pathOf("workspaces", workspace, "coverages", name),
  );
}

/**
 * A body that says nothing but names is taken for a coverage that nobody knows yet: it is filled in from
 * the raster, and a title that came along is dropped. Anything else makes it a coverage that is
 * configured in part: it has what the body says, and of the raster only what it cannot do without.
 */
function postCoverage(call: Call): Answer {
  const { state } = call;
  const body = bodyElement(call, "coverage");
  const store = call.params["store"] === undefined ? storeIn(call, body) : pathCoverageStore(call);
  const native = childText(body, "nativeCoverageName") ?? childText(body, "nativeName");
  const isNew = elementsOf(body).every(
    (one) => NAMING.has(one.name) || (one.name === "enabled" && textOf(one) === "false"),
  );
  // What is put together from bands of others is in no file.
  const isView = innerXml(body).includes("<coverageView>");
  const shows = nativeNameOf(state, store, isView ? undefined : native);
  if (native === undefined && isNew)
    throw new Refusal(500, "Resource native name must not be null");
  const name = childText(body, "name") ?? native;
  if (name === undefined) throw new Refusal(500, "Resource name must not be null");
  const nativeName = isNew ? name : (childText(body, "nativeName") ?? name);
  const nativeCoverageName = isNew ? native : childText(body, "nativeCoverageName");
  const given = { name, nativeName, nativeCoverageName, shows };
  addCoverage(state, store, { ...given, isPartial: !isNew });
  const coverage = found(state.coverages.get(scoped(store.workspace, name)), "");
  if (!isNew) {
    take(state, coverage, body);
    settleSystem(coverage, body);
  }
  coverage.fields.set("enabled", "true");
  const said = isNew ? undefined : child(body, "nativeBoundingBox");
  // A box that the body gives is not looked for in the raster. Those of other coverages stay.
  const bounds = said === undefined ? foundBounds(state, store) : innerXml(said);
  coverage.fields.set("nativeBoundingBox", bounds);
  const at = pathOf("workspaces", store.workspace, "coveragestores", store.name, "coverages", name);
  return created(call, at, name);
}

/** The store that a body names. Throws Refusal 500. */
function storeIn(call: Call, body: Element): CoverageStore {
  const name = childText(child(body, "store"), "name") ?? "";
  const key = name.includes(":") ? name : scoped(param(call, "workspace"), name);
  const store = call.state.coverageStores.get(key);
  if (store !== undefined) return store;
  throw new Refusal(
    500,
    'Cannot invoke "org.geoserver.catalog.CoverageStoreInfo.getURL()" because "source" is null',
  );
}

/** What a body may say that shows nothing of a coverage. */
const NAMING = new Set(["name", "nativeName", "nativeCoverageName", "title", "abstract"]);

/** The name in its store of what a body speaks of: a file has one, a mosaic that of its index. */
function nativeNameOf(state: State, store: CoverageStore, native: string | undefined): string {
  if (store.type !== "ImageMosaic") {
    const file = store.url.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
    if (native !== undefined && native !== file)
      throw new Refusal(500, `The specified coverageName ${native}is not supported`);
    return file;
  }
  const index = indexOf(state, store);
  if (index.rows.length === 0 || (native !== undefined && native !== index.coverage))
    throw new Refusal(500, "The specified coverageName is unavailable");
  if (index.isBroken)
    throw new Refusal(
      500,
      'Cannot read field "coverageCRS" because "manager.spatialDomainManager" is null',
    );
  return index.coverage;
}

/** Where no system is said it is found in the raster, which puts a policy in the place of any other. */
function settleSystem({ fields }: Published, body: Element): void {
  if (child(body, "srs") === undefined) fields.set("projectionPolicy", "FORCE_DECLARED");
  else if (child(body, "projectionPolicy") === undefined)
    fields.set("projectionPolicy", "REPROJECT_TO_DECLARED");
}

function take({ learned, habits }: State, coverage: Published, body: Element): void {
  refuseUnreadable(body);
  merge(habits, coverage.fields, body, [...KNOWN, ...learned]);
  const metadata = child(body, "metadata");
  if (metadata !== undefined) coverage.metadata = entriesOf(metadata);
}

/** The coverage of the path. Throws Refusal 404. */
function pathCoverage(call: Call): Published {
  const [workspace, name] = [param(call, "workspace"), param(call, "coverage")];
  const { store } = call.params;
  const coverage = call.state.coverages.get(scoped(workspace, name));
  const own = store === undefined || coverage?.store === store ? coverage : undefined;
  const isRead = store !== undefined && call.method === "GET";
  const where = isRead ? `${workspace},${store},${name}` : `${workspace},${name}`;
  return found(own, `No such coverage: ${where}`);
}

function isThere(call: Call): boolean {
  const key = scoped(param(call, "workspace"), param(call, "coverage"));
  return call.state.coverages.get(key)?.store === call.params["store"];
}

function getCoverage(call: Call): Answer {
  const coverage = pathCoverage(call);
  const { workspace, store, name, nativeName, fields } = coverage;
  const { type = "" } = call.state.coverageStores.get(scoped(workspace, store)) ?? {};
  const usual = coverage.isPartial ? PARTIAL_COVERAGES : USUAL_OF_COVERAGES;
  const parts = [
    field("name", name),
    field("nativeName", nativeName),
    `<namespace>${field("name", workspace)}${link(call, pathOf("namespaces", workspace))}</namespace>`,
    kept(fields, ...HEAD),
    map(call, "metadata", coverage.metadata),
    `<store class="coverageStore">${field("name", `${workspace}:${store}`)}${link(call, pathOf("workspaces", workspace, "coveragestores", store))}</store>`,
    keptOr(fields, usual, ...SERVICES),
    field("nativeFormat", fields.get("nativeFormat") ?? (coverage.isPartial ? undefined : type)),
    keptOr(fields, usual, ...COVERAGE_TAIL, ...call.state.learned),
    field("nativeCoverageName", coverage.nativeCoverageName),
    dates(coverage),
  ];
  const xml = `<coverage>${parts.join("")}</coverage>`;
  return documentOf(call, xml);
}

function putCoverage(call: Call): Answer {
  const coverage = pathCoverage(call);
  const body = bodyElement(call, "coverage");
  if ((childText(body, "name") ?? coverage.name) !== coverage.name)
    throw new Refusal(500, "Renaming is not kept here");
  coverage.nativeName = childText(body, "nativeName") ?? coverage.nativeName;
  coverage.nativeCoverageName =
    childText(body, "nativeCoverageName") ?? coverage.nativeCoverageName;
  take(call.state, coverage, body);
  for (const [name, usual] of SETTLED_COVERAGES)
    if (!coverage.fields.has(name)) coverage.fields.set(name, usual);
  coverage.modified = now(call.state);
  return DONE;
}

function deleteCoverage(call: Call): Answer {
  const said = `Coverage '${param(call, "coverage")}' not found.`;
  if (!isThere(call)) throw new ContainerRefusal(404, said);
  const { workspace, name } = pathCoverage(call);
  const key = scoped(workspace, name);
  if (!flag(call, "recurse")) throw new Refusal(403, "coverage referenced by layer(s)");
  refuseHeld(call.state, key);
  removePublished(call.state, key);
  return DONE;
}
