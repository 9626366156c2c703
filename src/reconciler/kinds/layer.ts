/**
 * Layers: how a store's types and coverages are drawn and named. Stores publish layers, so layers
 * are never created or deleted on their own. Title and `enabled` belong to the feature type or
 * coverage and take a request of their own (docs/decisions/0025-titles-and-scopes.md,
 * docs/decisions/0046-layers-and-groups-as-they-are-kept.md).
 */
import { nameProblems } from "./identity/name.ts";
import { workspaceOf } from "./identity/workspace.ts";
import { ifMatch, xmlRequest } from "../../wire/request.ts";
import { z } from "zod";
import { compareText, type Address } from "../../model/address.ts";
import { addressMap } from "../../model/address-map.ts";
import { usualOf } from "../../model/schema.ts";
import { layerFields, layerFlags, qualifiedName, splitQualifiedName } from "../../model/layer.ts";
import { isStyleName } from "../../wire/answered-document.ts";
import { keptWords, type KeptSettings } from "../../wire/kept-settings.ts";
import { readLayer, renderLayerInput } from "../../wire/layer.ts";
import { pathTo } from "../../wire/addressing.ts";
import type { Tree } from "../../wire/tree.ts";
import {
  bindKind,
  type Facts,
  type FactValue,
  type Kind,
  type AffectedObject,
  type KindContext,
  type Resource,
  type Step,
} from "../kind.ts";
import { lazy, madeOnce } from "../lazy.ts";
import type { Members } from "./fields/contract.ts";
import { partsSpec } from "./fields/part-specs.ts";
import { updateRules } from "./fields/parts.ts";
import { filledText } from "./fields/texts.ts";
import {
  homeOf,
  isAsCreated,
  isLeftOf,
  layerDigests,
  observeLayers,
  type LayerPayload,
} from "./layer/observe.ts";
import { BEHIND, CARRIED, keptFact, keptIn, OWN } from "./published/kept.ts";
import { layerFactsNow } from "./layer/names-now.ts";
import { layerSettingFields, layerSettingsSpec } from "./layer/settings.ts";
import { keptByLayer, layersUsing } from "./layer/users.ts";
import { globalFirst, nameOf, naming, reference, type IsDeclared } from "./published/references.ts";
import { layerReach } from "./published/reach.ts";
import { layerScope } from "./published/scope.ts";
import { isCascaded, type ShownNoun, nounOf } from "./published/shown.ts";
import {
  behindStep,
  enabledSet,
  readTitle,
  titleSet,
  type Home,
  type Verb,
} from "./published/title.ts";

const spec = madeOnce(() =>
  z.strictObject({
    title: filledText
      .optional()
      .describe(
        "Its title, for layers that stores publish. Where a FeatureType, a Coverage or an ImageMosaic gives one, it is left out here.",
      ),
    defaultStyle: reference
      .optional()
      .describe(
        "Style it is drawn with, as workspace:name or name: a bare name is a global style, else one of the layer's workspace.",
      ),
    styles: z
      .array(reference)
      .optional()
      .describe("All other styles it may be drawn with; their order means nothing."),
    enabled: z
      .boolean()
      .optional()
      .describe(
        "Whether it is served. Where a FeatureType, a Coverage or a cascaded layer says so, it is left out here.",
      ),
    ...partsSpec(layerFlags),
    ...layerSettingsSpec(),
  }),
);

type Spec = z.infer<ReturnType<typeof spec>>;

type Payload = LayerPayload<Spec>;

/** Fields that the layer's own document sets. */
const DRAWN: readonly string[] = ["defaultStyle", "styles", ...Object.keys(layerFlags)];

const fields = madeOnce((): (typeof kind)["fields"] => ({
  title: { onChange: "update" },
  ...updateRules(layerFields),
  ...layerSettingFields.rules,
}));

const kind: Kind<Spec, Payload> = {
  name: "Layer",
  manifest: {
    description:
      "How a layer is drawn and called. Stores publish layers; fields that are left out are not changed.",
    workspace: "required",
    spec,
    example: {
      metadata: { workspace: "water", name: "gauges" },
      spec: { title: "Gauges", defaultStyle: "gauges", styles: ["line"] },
    },
    requests: [
      "PUT layer",
      "PUT storeFeatureType",
      "PUT storeCoverage",
      "PUT wmsLayer",
      "PUT wmtsLayer",
    ],
  },
  get fields() {
    return fields();
  },
  weight: 60,
  resolve: async (manifest) => ({
    resources: [declared({ manifest, home: undefined }, () => false)],

    diagnostics: nameProblems(manifest, "layer"),
  }),
  observe: observeLayers,
  declare: lazy(async () => (await import("./layer/declare.ts")).declareLayers),
  create: async ({ address, facts, payload: { home, manifest } }) => {
    const members = layerSettingFields.written(manifest.spec, layerSettingFields.names, undefined);
    return settings(address, withoutUsual(facts), "set", { home, members });
  },
  update: async ({ resource, live, fields }, context) => {
    const { address, facts, payload } = resource;
    const home = payload.home ?? homeOf(live.facts);
    const members = await changedMembers(context, resource, fields);
    const carried = withoutMembers(keptIn(live.facts[CARRIED]), members);
    const isDrawn =
      DRAWN.some((field) => fields.includes(field)) || Object.keys(members).length > 0;
    const own = isDrawn && carried !== undefined ? keptFact(OWN, carried) : {};
    const isWhole = home !== undefined && isCascaded(home.noun);
    const document = isWhole ? (await readTitle(context, address, home.noun))?.document : undefined;
    const changed = { ...pick(facts, fields), ...own };
    const steps = settings(address, changed, "change", { home, document, members });
    // Setting `enabled` behind the layer changes its document, and so its ETag.
    const isOwn = (path: string) => path === layerPath(address) && !fields.includes("enabled");
    return steps.map(({ summary, request }) => ({
      summary,
      request: isOwn(request.path) ? { ...request, ...ifMatch(live.etag) } : request,
    }));
  },
  digests: layerDigests,
  names: {
    comesAlong: true,
    resolveNames: ({ address, payload: { manifest } }, { isDeclared, bringer }) =>
      declared({ manifest, home: broughtBy(bringer(address)) }, isDeclared),
    factsNow: layerFactsNow,
  },
  users: { find: layersUsing, kept: keptByLayer },
  recovery: {
    isUnrestored: isLeftOf,
    unshown: [OWN, BEHIND],
    reapply,
    comesBack,
  },
  access: {
    exposes: true,
    scope: layerScope,
  },
  reach: layerReach,
};

/** The resource behind a layer that a declared object brings. */
function broughtBy(resource: Resource | undefined): Home | undefined {
  if (resource === undefined) return undefined;
  const { address, facts } = resource;
  const nouns: Readonly<Record<string, ShownNoun>> = {
    ImageMosaic: "coverage",
    Coverage: "coverage",
    WmsLayer: "WMS layer",
    WmtsLayer: "WMTS layer",
  };
  return {
    noun: nouns[address.kind] ?? "feature type",
    store: String(facts["store"] ?? address.name),
  };
}

function declared(payload: Payload, isDeclared: IsDeclared): Resource<Payload> {
  const { manifest } = payload;
  const { name, workspace, locate } = manifest;
  const { defaultStyle, styles, ...others } = manifest.spec;
  const plain = Object.fromEntries(
    Object.entries(others).filter(([field]) => !layerSettingFields.names.includes(field)),
  ) as Pick<Spec, "title" | "enabled" | keyof typeof layerFlags>;
  const meant = (text: string) => globalFirst("Style", text, { workspace, isDeclared });
  const first = defaultStyle === undefined ? [] : [meant(defaultStyle)];
  const alternates = (styles ?? []).map(meant);
  const set = Object.entries(plain).filter(([, field]) => field !== undefined);
  const facts: Facts = {
    ...Object.fromEntries(first.map((style) => ["defaultStyle", nameOf(style)])),
    ...(styles === undefined ? {} : { styles: alternates.map(nameOf).toSorted(compareText) }),
    ...Object.fromEntries(set),
    ...layerSettingFields.wanted(manifest.spec),
  };
  const named = [
    ...alternates.map((style, index) =>
      naming(style, locate(["spec", "styles", index]), workspace),
    ),
    ...first.map((style) => naming(style, locate(["spec", "defaultStyle"]), workspace)),
  ];
  const sets = [
    ...(plain.title === undefined ? [] : [titleSet(manifest, locate(["spec", "title"]))]),
    ...(plain.enabled === undefined ? [] : [enabledSet(manifest, locate(["spec", "enabled"]))]),
  ];
  return {
    address: { kind: "Layer", workspace, name },
    facts,
    payload,
    sets: new Map(sets),
    requires: [...workspaceOf({ workspace }), ...first, ...alternates],
    named: addressMap(named),
    where: locate(["metadata", "name"]),
  };
}

function pick(facts: Facts, fields: readonly string[]): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([field]) => fields.includes(field)));
}

/** Styles and flags are not among them. Servers replace metadata as a whole. */
async function changedMembers(
  { read }: KindContext,
  { address, payload: { manifest } }: Resource<Payload>,
  fields: readonly string[],
): Promise<Members> {
  const changed = layerSettingFields.names.filter((name) => fields.includes(name));
  if (!layerSettingFields.needsDocument(changed))
    return layerSettingFields.written(manifest.spec, changed, undefined);
  const found = await readLayer(read, qualifiedName(address.workspace, address.name));
  return layerSettingFields.written(manifest.spec, changed, found?.document);
}

function withoutMembers(
  kept: KeptSettings | undefined,
  members: Members,
): KeptSettings | undefined {
  if (kept === undefined) return undefined;
  return Object.fromEntries(Object.entries(kept).filter(([name]) => members[name] === undefined));
}

/** A new layer is enabled. */
function withoutUsual({ enabled, ...facts }: Facts): Facts {
  return enabled === false ? { ...facts, enabled } : facts;
}

/** Where the layer shows other data, only what is declared is restored. */
function comesBack(
  affected: AffectedObject,
  declaredNow: Resource<Payload> | undefined,
  bringer: Resource | undefined,
): Pick<AffectedObject, "facts" | "carried"> {
  const home = declaredNow?.payload.home ?? broughtBy(bringer);
  const { type } = affected.facts;
  const isOfOther = home !== undefined && type !== undefined && home.noun !== nounOf(type);
  return isOfOther ? { facts: {} } : affected;
}

/** Sends nothing that a new layer has by itself. */
function reapply(
  affected: AffectedObject,
  declaredNow: Resource<Payload> | undefined,
  bringer?: Resource,
): readonly Step[] {
  const { address } = affected;
  const home = declaredNow?.payload.home ?? broughtBy(bringer) ?? homeOf(affected.facts);
  const { facts: live, carried } = comesBack(affected, declaredNow, bringer);
  const facts: Facts = { ...live, ...declaredNow?.facts };
  const made = asMade(facts, carried ?? {});
  const set = Object.entries({ ...facts, ...keptBehind(facts) }).filter(
    ([field, fact]) => fact !== made[field] && !isEmpty(field, fact),
  );
  const own = keptIn(live[OWN]);
  const spec = declaredNow?.payload.manifest.spec ?? {};
  const members = layerSettingFields.written(spec, layerSettingFields.names, own);
  const left = withoutMembers(own, members) ?? {};
  const { [OWN]: _own, ...given } = Object.fromEntries(set);
  return settings(address, { ...given, ...keptFact(OWN, left) }, "restore", { home, members });
}

/** The facts of a layer that was created again with the carried settings. */
function asMade(facts: Facts, carried: Facts): Facts {
  // This is about drawing only; other settings may still differ.
  const isDrawnAsNew = isAsCreated({ ...facts, enabled: true });
  const usual: Facts = isDrawnAsNew ? pick(facts, DRAWN) : usualOf(layerFlags);
  const enabled = keptIn(carried[BEHIND])?.["enabled"] !== "false";
  return { ...usual, enabled, ...pick(carried, ["title"]) };
}

function isEmpty(field: string, fact: FactValue): boolean {
  if (field === "defaultStyle") return typeof fact === "string" && !isStyleName(fact);
  return Array.isArray(fact) && fact.every((text) => !isStyleName(text));
}

/** `enabled` is left out, because the layer's facts hold it; null where nothing else is left. */
function keptBehind({ enabled, [BEHIND]: behind }: Facts): Facts {
  const kept = keptIn(behind);
  if (kept === undefined || enabled === undefined) return {};
  const { enabled: _set, ...others } = kept;
  return { [BEHIND]: null, ...keptFact(BEHIND, others) };
}

/**
 * First the requests behind the layer, then its own document: a layer drawn as a new one shows
 * that its restore is incomplete.
 */
function settings(
  address: Address,
  facts: Facts,
  verb: Verb,
  {
    home,
    document,
    members = {},
  }: {
    readonly home: Home | undefined;
    readonly document?: Tree | undefined;
    readonly members?: Members;
  },
): readonly Step[] {
  const isDrawn =
    [...DRAWN, OWN].some((field) => facts[field] !== undefined) || Object.keys(members).length > 0;
  const title = facts["title"] === undefined ? undefined : String(facts["title"]);
  const enabled = facts["enabled"] === undefined ? undefined : facts["enabled"] === true;
  const kept = keptIn(facts[BEHIND]);
  const isBehind = title !== undefined || enabled !== undefined || kept !== undefined;
  const behind = { title, enabled, kept, verb, document };
  return [
    ...(isBehind && home !== undefined ? [behindStep(address, home, behind)] : []),
    ...(isDrawn ? [setting(address, facts, verb, members)] : []),
  ];
}

function layerPath({ workspace, name }: Address, suffix?: string): string {
  return pathTo("layer", { layer: qualifiedName(workspace, name) }, suffix);
}

function setting(address: Address, facts: Facts, verb: Verb, members: Members): Step {
  const layer = qualifiedName(address.workspace, address.name);
  const { defaultStyle, styles } = facts;
  const more = keptIn(facts[OWN]);
  const what = more === undefined ? "its styles" : `its styles, ${keptWords(more).join(", ")}`;
  const patch = {
    ...pick(facts, Object.keys(layerFlags)),
    defaultStyle:
      typeof defaultStyle === "string" && isStyleName(defaultStyle)
        ? splitQualifiedName(defaultStyle)
        : undefined,
    styles: Array.isArray(styles) ? styles.filter(isStyleName).map(splitQualifiedName) : undefined,
  };
  return {
    summary:
      verb === "restore" ? `give layer ${layer} ${what} back` : `${verb} how ${layer} is drawn`,
    request: xmlRequest(
      "PUT",
      layerPath(address),
      renderLayerInput(patch, { ...more, ...members }),
    ),
    ...(more && {
      givesBack: { path: layerPath(address, "xml"), writtenAt: layerPath(address), settings: more },
    }),
  };
}

export const layerKind = bindKind(kind);
