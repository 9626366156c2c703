/** Coverages of the stock server. */
import { merge, param, type Call } from "./call.ts";
import { documentOf, field, keptOr, pathOf, type Answer } from "./documents.ts";
import { indexOf } from "./mosaic-index.ts";
import { routesOf, type Noun } from "./nouns.ts";
import { addCoverage, foundBounds } from "./publish.ts";
import {
  COVERAGE_TAIL,
  HEAD,
  PARTIAL_COVERAGES,
  SERVICES,
  SETTLED_COVERAGES,
  USUAL_OF_COVERAGES,
} from "./published-elements.ts";
import {
  namesOf,
  pathPublished,
  published,
  publishedXml,
  removeWithLayer,
  settle,
  takeMetadata,
} from "./published.ts";
import { ContainerRefusal, Refusal } from "./refusal.ts";
import { scoped, type CoverageStore, type Published, type State } from "./state.ts";
import { pathCoverageStore } from "./stores.ts";
import { refuseUnreadable } from "./unreadable.ts";
import { child, childText, elementsOf, innerXml, textOf, type Element } from "./xml-tree.ts";

const coverage: Noun<Published> = {
  item: "coverage",
  paths: ["/workspaces/:workspace/coveragestores/:store/coverages"],
  key: "one",
  resets: true,
  names: (call) => {
    const store = pathCoverageStore(call);
    return call.query["list"] === "all"
      ? readNames(call, store)
      : namesOf(call, call.state.coverages);
  },
  find: (call) => {
    if (call.method === "DELETE" && published(call, call.state.coverages) === undefined)
      throw new ContainerRefusal(404, `Coverage '${param(call, "one")}' not found.`);
    return pathPublished(call, call.state.coverages, "coverage");
  },
  post: postCoverage,
  show: (call, one) => {
    const { workspace, store, fields, isPartial, nativeCoverageName } = one;
    const { type = "" } = call.state.coverageStores.get(scoped(workspace, store)) ?? {};
    const usual = isPartial ? PARTIAL_COVERAGES : USUAL_OF_COVERAGES;
    const tail = [
      keptOr(fields, usual, ...SERVICES),
      field("nativeFormat", fields.get("nativeFormat") ?? (isPartial ? undefined : type)),
      keptOr(fields, usual, ...COVERAGE_TAIL, ...call.state.learned),
      field("nativeCoverageName", nativeCoverageName),
    ].join("");
    const shown = { item: "coverage", store: "coverageStore", stores: "coveragestores", tail };
    return publishedXml(call, one, shown);
  },
  put: ({ state }, one, body) => {
    if ((childText(body, "name") ?? one.name) !== one.name)
      throw new Refusal(500, "Renaming is not kept here");
    one.nativeName = childText(body, "nativeName") ?? one.nativeName;
    one.nativeCoverageName = childText(body, "nativeCoverageName") ?? one.nativeCoverageName;
    take(state, one, body);
    settle(one, SETTLED_COVERAGES);
  },
  remove: (call, one) => removeWithLayer(call, one, "coverage"),
};

export const coverageRoutes = [
  ...routesOf(coverage),
  ...routesOf({
    ...coverage,
    paths: ["/workspaces/:workspace/coverages"],
    resets: undefined,
    put: undefined,
    remove: undefined,
    names: (call) => {
      const workspace = param(call, "workspace");
      if (!call.state.workspaces.has(workspace))
        throw new Refusal(404, `Name space not found for workspace '${workspace}'.`);
      return namesOf(call, call.state.coverages);
    },
  }),
];

function readNames(call: Call, store: CoverageStore): Answer {
  try {
    const index = indexOf(call.state, store);
    const names = index.rows.length === 0 ? "" : field("coverageName", index.coverage);
    return documentOf(call, names === "" ? "<list/>" : `<list>${names}</list>`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(500, "Error getting coverages from coverage reader.");
  }
}

/**
 * A body that says nothing but names is taken for a coverage that nobody knows yet: it is filled in from
 * the raster, and a title that came along is dropped. Anything else makes it a coverage that is
 * configured in part: it has what the body says, and of the raster only what it cannot do without.
 */
function postCoverage(call: Call, body: Element): readonly [string, string] {
  const { state } = call;
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
  const given = { name, nativeName, nativeCoverageName, shows, isPartial: !isNew };
  const one = addCoverage(state, store, given);
  if (!isNew) {
    take(state, one, body);
    // Where no system is said it is found in the raster, which puts a policy in the place of any other.
    if (child(body, "srs") === undefined) one.fields.set("projectionPolicy", "FORCE_DECLARED");
    else if (child(body, "projectionPolicy") === undefined)
      one.fields.set("projectionPolicy", "REPROJECT_TO_DECLARED");
  }
  one.fields.set("enabled", "true");
  const said = isNew ? undefined : child(body, "nativeBoundingBox");
  // A box that the body gives is not looked for in the raster. Those of other coverages stay.
  const bounds = said === undefined ? foundBounds(state, store) : innerXml(said);
  one.fields.set("nativeBoundingBox", bounds);
  const at = pathOf("workspaces", store.workspace, "coveragestores", store.name, "coverages", name);
  return [at, name];
}

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

function take({ learned, habits }: State, one: Published, body: Element): void {
  refuseUnreadable(body);
  merge(habits, one.fields, body, [
    ...HEAD,
    ...SERVICES,
    "nativeFormat",
    ...COVERAGE_TAIL,
    ...learned,
  ]);
  takeMetadata(one, body);
}
