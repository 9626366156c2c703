/** Requests for a mosaic: definition, granules, coverages, in that order. */
import { storePlace, type StorePlace } from "../../../model/store.ts";
import type { DeclaredCoverage } from "../../../wire/coverage-settings.ts";
import { mediaTypes } from "../../../wire/media.ts";
import { setIn, type KindContext, type Resource, type Step, type UpdateOf } from "../../kind.ts";
import { coverageStep, coverageUpdate } from "./coverage-steps.ts";
import { declaredText, identityIn, identityText, nativeNames } from "./coverages.ts";
import {
  harvestSteps,
  removalSteps,
  uploadSteps,
  withBounds,
  type GranuleRequests,
} from "./granule-steps.ts";
import { firstGranules, isUnread } from "./first-granules.ts";
import { leftoverSteps, staleFileSteps } from "./leftovers.ts";
import type { LocalGranule } from "./granules.ts";
import { coveragePlaces } from "./observe-granules.ts";
import { definitionBody, uploadPath, type MosaicPayload } from "./payload.ts";
import { knownIn } from "./sets.ts";
import { mosaicSettings } from "./settings.ts";

/** Coverages come last, so that their absence shows an unfinished mosaic. */
async function createSteps(
  { address, payload }: Resource<MosaicPayload>,
  { server }: KindContext,
): Promise<readonly Step[]> {
  const place = storePlace(address);
  const { granules, coverages, configure } = payload;
  const inWindow = [...granules.local.values()].filter((granule) => granule.inWindow !== false);
  const isWhole = configure === "onUpload";
  const first = firstGranules(payload, server);
  const later = inWindow.filter((granule) => !first.includes(granule));
  const publishes = isWhole && publishesAlone(payload);
  const upload = await definitionStep(place, payload, {
    locations: first.map(({ location }) => location),
    configure: publishes ? "all" : "none",
  });
  const isConfigured = (coverage: DeclaredCoverage) =>
    publishes && declaredText(coverage) === identityText(coverage);
  return [
    upload,
    ...uploadSteps(place, later, payload.bodies),
    ...harvestSteps(place, dueAtFirst(granules), server),
    ...(coverages ?? [])
      .filter((coverage) => !isConfigured(coverage))
      .map((coverage) => coverageStep(publishes ? "PUT" : "POST", place, coverage)),
  ];
}

/** A mirror harvests files singly. */
function dueAtFirst({ policy, sources, listed }: MosaicPayload["granules"]): readonly string[] {
  return [...(policy === "add-only" ? sources : []), ...listed.values()];
}

function publishesAlone({ coverages, definition, granules }: MosaicPayload): boolean {
  if (coverages === undefined) return true;
  const later = granules.sources.length > 0;
  const { names } = nativeNames(definition);
  const same = coverages.every(
    ({ name, nativeName }) => name === nativeName && names.includes(name),
  );
  return !later && same && coverages.length === names.length;
}

async function definitionStep(
  place: StorePlace,
  payload: MosaicPayload,
  how: { readonly locations: readonly string[]; readonly configure: "all" | "none" },
): Promise<Step> {
  const { locations, configure } = how;
  const count = locations.length === 1 ? "1 granule" : `${locations.length} granules`;
  const more = locations.length === 0 ? "" : ` with ${count}`;
  const then = configure === "all" ? " and publish its coverages" : "";
  return {
    summary: `upload the definition of ${place.store}${more}${then}`,
    request: {
      method: "PUT",
      path: uploadPath(place, "file"),
      query: { configure },
      mediaType: mediaTypes.zip,
      body: await definitionBody(payload, locations),
    },
  };
}

/** Changes only what differs. */
async function updateSteps(
  change: UpdateOf<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { resource, live } = change;
  const place = storePlace(resource.address);
  const definition = await definitionUpdate(change, place, context);
  const found = granuleUpdate(change, { place, brought: definition.brought, context });
  const isPublished = setIn(live.facts, "published").length > 0;
  const { harvests, removals } = isPublished ? withBounds(found) : found;
  // An index that could not be read before holds what was in the folder at its creation.
  const isFirst = !isPublished && (resource.payload.coverages ?? []).length > 0;
  const leftovers = isFirst ? await leftoverSteps(resource, context) : [];
  // Removals go to coverages, which may be published only now.
  return [
    ...definition.steps,
    ...harvests,
    ...(await coverageUpdate(change, context)),
    ...removals,
    ...leftovers,
  ];
}

interface DefinitionUpdate {
  readonly steps: readonly Step[];
  readonly brought: ReadonlySet<string>;
}

/**
 * An `onUpload` mosaic sends its granules again, but not to a stock server, which takes the files
 * and leaves its index unchanged, unless it has no index yet.
 */
async function definitionUpdate(
  change: UpdateOf<MosaicPayload>,
  place: StorePlace,
  context: KindContext,
): Promise<DefinitionUpdate> {
  const { server } = context;
  const { resource, fields, recorded, live } = change;
  const { payload } = resource;
  const first = firstGranules(payload, server);
  const isUnmade = first.length > 0 && (await isUnread(context, live));
  const known = new Set(knownIn(change, "contents"));
  const extras = setIn(resource.facts, "contents")
    .filter((one) => !known.has(one))
    .some((one) => payload.extras.has(one.slice(0, one.lastIndexOf(" "))));
  const isDue = fields.includes("definition") || fields.includes("secrets");
  if (!isDue && !isUnmade && !(extras && recorded !== undefined))
    return { steps: [], brought: new Set() };
  const isWhole = payload.configure === "onUpload";
  const brings = (location: string) =>
    server.software === "plumbline" &&
    (isWhole || (!payload.definition.canBeEmpty && payload.carried.has(location)));
  const own = isUnmade ? first : [...payload.granules.local.values()];
  const brought = own
    .filter(({ inWindow }) => inWindow !== false)
    .map(({ location }) => location)
    .filter((location) => isUnmade || brings(location));
  const configure = isWhole && payload.coverages === undefined ? "all" : "none";
  const step = await definitionStep(place, payload, { locations: brought, configure });
  return { steps: [step], brought: new Set(brought) };
}

function granuleUpdate(
  change: UpdateOf<MosaicPayload>,
  about: {
    readonly place: StorePlace;
    readonly brought: ReadonlySet<string>;
    readonly context: KindContext;
  },
): GranuleRequests {
  const { place, brought, context } = about;
  const { resource, live, fields } = change;
  const { payload } = resource;
  const { granules } = payload;
  const there = new Set(knownIn(change, "granules"));
  const isRead = live.facts["granules"] !== undefined;
  const known = new Set(knownIn(change, "contents"));
  const isMissing = (location: string) => fields.includes("granules") && !there.has(location);
  const isDue = ({ location, digest, inWindow }: LocalGranule) => {
    if (inWindow === false || brought.has(location)) return false;
    if (isRevised(change)) return true;
    const isOther = fields.includes("contents") && !known.has(contentText(location, digest));
    return isOther || isMissing(location);
  };
  const uploads = [...granules.local.values()].filter(isDue);
  const again = isRevised(change);
  const listed = [...granules.listed]
    .filter(([location]) => again || isMissing(location))
    .map(([, address]) => address);
  const wanted = new Set(granules.locations);
  const extra =
    granules.policy === "mirror" && isRead && fields.includes("granules")
      ? [...there].filter((location) => !wanted.has(location))
      : [];
  const published = payload.coverages ?? setIn(live.facts, "published").map(identityIn);
  return {
    harvests: [
      ...uploadSteps(place, uploads, payload.bodies),
      ...harvestSteps(
        place,
        [...(fields.includes("harvest") ? dueSources(change) : []), ...listed],
        context.server,
      ),
    ],
    removals: removalSteps(coveragePlaces(place, published, payload), extra, granules),
  };
}

/** Returns all sources after a new revision, else the new ones. */
function dueSources(change: UpdateOf<MosaicPayload>): readonly string[] {
  const { payload } = change.resource;
  if (payload.granules.policy !== "add-only") return [];
  const before = new Set(knownIn(change, "harvest"));
  const all = before.size === 0 || isRevised(change);
  return payload.granules.sources.filter((source) => all || !before.has(source));
}

/** Whether the manifest wants everything harvested again. */
function isRevised(change: UpdateOf<MosaicPayload>): boolean {
  const isRevision = (text: string) => text.startsWith(REVISION);
  const wanted = setIn(change.resource.facts, "harvest").find(isRevision);
  return wanted !== undefined && wanted !== knownIn(change, "harvest").find(isRevision);
}

const REVISION = "revision ";

export function harvestTexts({ policy, sources, revision }: MosaicPayload["granules"]) {
  const own = policy === "add-only" ? sources : [];
  return revision === undefined ? own : [...own, `${REVISION}${revision}`];
}

export function contentText(path: string, digest: string): string {
  return `${path} ${digest}`;
}

/** Creates a mosaic, with the clean-up of left-over files and the settings of its store. */
export async function createAll(
  resource: Resource<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, facts, payload } = resource;
  const names = mosaicSettings.unusual(address, facts);
  return [
    ...(await staleFileSteps(resource, context)),
    ...(await createSteps(resource, context)),
    ...(await leftoverSteps(resource, context)),
    ...mosaicSettings.steps(address, payload.settings, { names }),
  ];
}

/** Changes a mosaic. Disabling comes first, so that nothing new is visible meanwhile. */
export async function updateAll(
  change: UpdateOf<MosaicPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { address, payload, facts } = change.resource;
  const names = mosaicSettings.fields.names.filter((name) => change.fields.includes(name));
  const own = mosaicSettings.steps(address, payload.settings, { names });
  if (names.length === change.fields.length) return own;
  const others = await updateSteps(change, context);
  const isDisabling = names.includes("enabled") && facts["enabled"] === false;
  return isDisabling ? [...own, ...others] : [...others, ...own];
}
