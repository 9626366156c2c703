/**
 * The first granules of a mosaic on a stock server, which makes a file index from granules:
 * without granules it can read nothing, and every harvest fails. A database index can be empty,
 * but its coverage is called `index` unless named. So the first granules are sent with the
 * definition, in one archive (docs/decisions/0047-stock-servers-and-data.md).
 */
import { storePlace } from "../../../model/store.ts";
import { formatAddress } from "../../../model/address.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import { fewOf } from "../../../model/few.ts";
import { isInDatabase } from "../../../model/mosaic.ts";
import { documentIn } from "../../../wire/answered-document.ts";
import { pathTo } from "../../../wire/addressing.ts";
import type { DeclaredCoverage } from "../../../wire/coverage-settings.ts";
import { get } from "../../../wire/reading.ts";
import { succeeded } from "../../../wire/request.ts";
import { textsBelow } from "../../../wire/tree.ts";
import { setIn, type FoundObject, type KindContext, type Live, type Resource } from "../../kind.ts";
import { identityIn, identityText } from "./coverages.ts";
import { archivesOf } from "./granule-steps.ts";
import type { LocalGranule } from "./granules.ts";
import { hasGranules } from "./observe-granules.ts";
import type { MosaicPayload } from "./payload.ts";
import { rastersThere, strayRasters } from "./rasters-there.ts";

/** Returns those beside the definition, and more on a stock server. */
export function firstGranules(
  { granules, configure, carried }: MosaicPayload,
  { software }: KindContext["server"],
): readonly LocalGranule[] {
  const inWindow = [...granules.local.values()].filter((granule) => granule.inWindow !== false);
  if (configure === "onUpload") return inWindow;
  const beside = inWindow.filter(({ location }) => carried.has(location));
  if (software !== "geoserver") return beside;
  const others = inWindow.filter(({ location }) => !carried.has(location));
  return [...beside, ...(archivesOf(others)[0] ?? [])];
}

/** Whether an existing mosaic has no index yet: its definition is sent with granules again. */
export async function isUnread(context: KindContext, { address, facts }: Live): Promise<boolean> {
  if (context.server.software !== "geoserver" || setIn(facts, "published").length > 0) return false;
  const path = pathTo("storeCoverages", storePlace(address), "xml");
  return !succeeded(await get(context.read, path, { query: { list: "all" } }));
}

export async function emptyIndexProblems(
  resource: Resource<MosaicPayload>,
  found: FoundObject | undefined,
): Promise<readonly Diagnostic[]> {
  if (found?.context.server.software !== "geoserver") return unfilledProblems(resource, found);
  const { payload } = resource;
  const { live, isNew, context } = found;
  const factory = factoryProblems(resource);
  if (factory.length > 0 || firstGranules(payload, context.server).length > 0) return factory;
  if (!isNew && live !== undefined && !(await isUnread(context, live)))
    return unfilledProblems(resource, found);
  if ((await rastersThere(context, resource)).length > 0) return [];
  if (!isInDatabase(payload.definition.index)) return noIndexProblems(resource);
  const unnamed = unnamedProblems(resource);
  return unnamed.length > 0 ? unnamed : unfilledProblems(resource, found);
}

/** Coverages without any granule. The included server refuses them; others may. */
async function unfilledProblems(
  resource: Resource<MosaicPayload>,
  found: FoundObject | undefined,
): Promise<readonly Diagnostic[]> {
  const { coverages = [], coveragesAt, granules } = resource.payload;
  const isBrought = [...granules.local.values()].some(({ inWindow }) => inWindow !== false);
  if (isBrought || granules.sources.length + granules.listed.size > 0) return [];
  const [first] = await unfilled(found, coverages);
  if (first === undefined) return [];
  return told(resource, {
    severity: found?.context.server.software === "plumbline" ? "error" : "warning",
    says: `brings no granules, and its coverage ${first.name} is published from granules`,
    hint: "Declare some (spec.granules, or files beside the definition), or leave the coverage out until granules are harvested.",
    where: coveragesAt,
  });
}

/**
 * Coverages whose index surely holds no granule. A server also lists coverages of the definition,
 * and those whose granules were removed.
 */
async function unfilled(
  found: FoundObject | undefined,
  coverages: readonly DeclaredCoverage[],
): Promise<readonly DeclaredCoverage[]> {
  if (found?.live === undefined || found.isNew) return coverages;
  const { live, context } = found;
  const published = setIn(live.facts, "published");
  const due = coverages.filter((one) => !published.includes(identityText(one)));
  if (due.length === 0) return [];
  const place = storePlace(live.address);
  const path = pathTo("storeCoverages", place, "xml");
  const list = await get(context.read, path, { query: { list: "all" } });
  if (!succeeded(list)) return [];
  const held = new Set(textsBelow(documentIn(list).content));
  for (const { name: coverage, nativeName } of published.map(identityIn))
    if (!(await hasGranules(context, { ...place, coverage }))) held.delete(nativeName);
  return due.filter(({ nativeName }) => !held.has(nativeName));
}

function told(
  { address, where }: Resource<MosaicPayload>,
  {
    says,
    ...problem
  }: Omit<Diagnostic, "code" | "message" | "address"> & { readonly says: string },
): readonly Diagnostic[] {
  const key = formatAddress(address);
  return [{ code: "mosaic-granules", message: `${key} ${says}`, where, ...problem, address: key }];
}

/** An index factory that later servers have under another name. */
function factoryProblems(resource: Resource<MosaicPayload>): readonly Diagnostic[] {
  const { index } = resource.payload.definition;
  if (index.type !== "embedded" || index.requested?.startsWith("org.geotools.data.h2.") !== true)
    return [];
  return told(resource, {
    severity: "warning",
    says: `has its index in ${index.requested}, which servers with GeoTools 35 do not have: they could not read the mosaic`,
    hint: "There it is called org.h2gis.geotools.H2GISDataStoreFactory; an index in PostGIS works with every server.",
  });
}

/** Rasters that a stock server indexes when it creates a mosaic, and that no request removes. */
export async function strayProblems(
  resource: Resource<MosaicPayload>,
  found: FoundObject | undefined,
): Promise<readonly Diagnostic[]> {
  if (found?.context.server.software !== "geoserver" || !isPublishedNow(resource, found)) return [];
  const { granules, definition } = resource.payload;
  if (granules.policy === "mirror" && definition.pathType === "RELATIVE") return [];
  const stray = await strayRasters(found.context, resource);
  if (stray.length === 0) return [];
  const what = stray.length === 1 ? "1 raster that lies" : `${stray.length} rasters that lie`;
  return told(resource, {
    severity: "warning",
    says: `also publishes ${what} in its folder on the server and that no manifest names: ${fewOf(stray)}`,
    hint: "A stock server indexes every raster in the folder. Delete the files there, or declare policy: mirror.",
  });
}

/** Before the first published coverage, the index cannot be read. */
function isPublishedNow(
  { payload: { coverages = [], configure } }: Resource<MosaicPayload>,
  { isNew, live }: FoundObject,
): boolean {
  const isFirst = isNew || setIn(live?.facts ?? {}, "published").length === 0;
  return isFirst && (coverages.length > 0 || configure === "onUpload");
}

function noIndexProblems(resource: Resource<MosaicPayload>): readonly Diagnostic[] {
  const { granules, coverages = [] } = resource.payload;
  const isSure = coverages.length + granules.sources.length + granules.listed.size > 0;
  return told(resource, {
    severity: isSure ? "error" : "warning",
    says: `comes without a granule and keeps its index in files: a stock server makes that of granules, so ${
      isSure ? "nothing can be harvested or published" : "nobody can harvest into it"
    }`,
    hint:
      "Bring the first granules with the manifest (granules.local, or files beside the definition), or give the definition " +
      "a datastore.properties with an index in a database.",
  });
}

/** An unnamed table is called `index`, and so is its coverage. */
function unnamedProblems(resource: Resource<MosaicPayload>): readonly Diagnostic[] {
  const { definition, coverages = [] } = resource.payload;
  if (definition.isNamed || definition.coverages.length > 0) return [];
  const others = coverages.filter(({ nativeName }) => nativeName !== UNNAMED);
  if (others.length === 0) return [];
  const [{ nativeName } = { nativeName: "" }] = others;
  return told(resource, {
    severity: "error",
    says: `has an index in a database and no name: a stock server calls its coverage ${UNNAMED}, so there will be no ${nativeName}`,
    hint: `Write Name=${nativeName} into its indexer, or bring the first granules with the manifest.`,
  });
}

const UNNAMED = "index";
