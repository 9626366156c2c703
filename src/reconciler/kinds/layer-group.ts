/**
 * Layer groups. Members are ordered; those removed with a recreated store get their places back
 * (docs/compatibility.md, "Cascades").
 */
import { ifMatch, xmlRequest } from "../../wire/request.ts";
import { isSameAddress, type Address } from "../../model/address.ts";
import { qualifiedName } from "../../model/layer.ts";
import { groupSettings as described } from "../../model/layer-group.ts";
import {
  groupSettings,
  keptOfGroup,
  readGroupNames,
  renderGroupAgain,
  renderGroupChange,
  renderGroupInput,
  type GroupSettings,
} from "../../wire/layer-group-settings.ts";
import { mediaTypes } from "../../wire/media.ts";
import { parseXml } from "../../wire/xml.ts";
import { layerGroupPathTo } from "../../wire/addressing.ts";
import { layerGroupsPath } from "../../wire/paths.ts";
import {
  bindKind,
  sameFact,
  type Facts,
  type FieldRule,
  type Kind,
  type KindContext,
  type Live,
  type AffectedObject,
  type Manifest,
  type Resource,
  type Step,
  type UpdateOf,
  type WantedObject,
} from "../kind.ts";
import { deletion } from "./identity/deletion.ts";
import { lazy, madeOnce } from "../lazy.ts";
import { groupReach } from "./published/reach.ts";
import { affectedRules } from "./layer/cascades.ts";
import { affectedTiles, movedTiles, TILE_LAYER_KIND } from "./published/tile-layer.ts";
import { updateRules } from "./fields/parts.ts";
import { placedTerms, type PlacedTerm } from "./document/terms.ts";
import { circles, circleThroughOthers } from "./layer-group/circles.ts";
import { isLeftOf, liveGroup } from "./layer-group/facts.ts";
import { findDependentGroups } from "./layer-group/dependents.ts";
import { groupEffects, groupScope } from "./layer-group/exposure.ts";
import { groupFactsNow, readGroupNow } from "./layer-group/names-now.ts";
import { groupSettingFields } from "./layer-group/settings.ts";
import {
  declaredGroup,
  groupProblems,
  groupSpec,
  type GroupPayload,
  type GroupSpec,
} from "./layer-group/spec.ts";
import { groupsUsing, keptByGroup } from "./layer-group/users.ts";

/** A group can gain or change its root layer; it cannot lose it, so `rootless` replaces. */
const fields = madeOnce((): Readonly<Record<string, FieldRule>> => {
  const { title, abstract, ...switches } = updateRules(described);
  return {
    rootless: { onChange: "replace", label: "root", exposure: "other" },
    title,
    abstract,
    mode: { onChange: "update", exposure: "other" },
    layers: { onChange: "update", exposure: "showing" },
    root: { onChange: "update", exposure: "other" },
    bounds: { onChange: "update" },
    ...switches,
    ...groupSettingFields.rules,
  };
});

const kind: Kind<GroupSpec, GroupPayload> = {
  name: "LayerGroup",
  manifest: {
    description:
      "Layers and groups, in order, published as one; global or in a workspace. Fields that are left out are not changed.",
    workspace: "optional",
    spec: groupSpec,
    example: {
      metadata: { workspace: "water", name: "network" },
      spec: { mode: "NAMED", layers: [{ layer: "stations", style: "line" }, { layer: "gauges" }] },
    },
    requests: [
      "POST layerGroups",
      "PUT layerGroup",
      "DELETE layerGroup",
      "POST workspaceLayerGroups",
      "PUT workspaceLayerGroup",
      "DELETE workspaceLayerGroup",
    ],
  },
  get fields() {
    return fields();
  },
  weight: 70,
  resolve: async (manifest) => ({
    resources: [declaredGroup(manifest, () => false)],

    diagnostics: groupProblems(manifest),
  }),
  check: async (resource, found) =>
    found === undefined ? [] : circleThroughOthers(resource, found),
  observe,
  list: {
    inWorkspace: async (context, { workspace, known }) =>
      (await listGroups(context, workspace)).filter(({ name }) => !known.has(name)),
    outside: (context) => listGroups(context, null),
  },
  declare: lazy(async () => (await import("./layer-group/declare.ts")).declareGroups),
  create,
  update,
  remove: ({ address, etag }) => {
    const path = layerGroupPathTo(address.workspace, address.name);
    return [deletion(`delete layer group ${nameOf(address)}`, path, { etag })];
  },
  review: {
    crossCheck: circles,
    lint: async (groups) => {
      const { lintTerms } = await import("./document/lint-terms.ts");
      return lintTerms(groups.flatMap(({ payload: { manifest } }) => systemIn(manifest)));
    },
  },
  names: {
    resolveNames: ({ payload }, { isDeclared }) => declaredGroup(payload.manifest, isDeclared),
    factsNow: groupFactsNow,
  },
  inside: {
    cascades: async (context, { address }, staying, { to } = {}) => {
      const rules = await affectedRules(context, address.workspace, [address.name]);
      const comesBack = recreated(address, staying);
      const tiles = [
        ...(await affectedTiles(context, comesBack)),
        ...(to === undefined ? [] : await movedTiles(context, [{ from: address, to, owner: to }])),
      ];
      const own = { ...address, kind: TILE_LAYER_KIND };
      return {
        affected: [...rules, ...tiles],
        gone: [],
        contents: [],
        irreversible: [],
        alsoDeleted: [{ address: own, back: comesBack[0]?.owner }],
      };
    },
    dependents: findDependentGroups,
  },
  users: { find: groupsUsing, kept: keptByGroup },
  recovery: {
    isUnrestored: isLeftOf,
    reapply,
  },
  access: {
    exposes: true,
    scope: groupScope,
    effects: (change) => groupEffects(fields(), change),
  },
  reach: groupReach,
};

function recreated(address: Address, staying: readonly Resource<GroupPayload>[]) {
  const { workspace, name } = address;
  return staying.some((one) => isSameAddress(one.address, address))
    ? [{ workspace, name, owner: address }]
    : [];
}

function systemIn({ spec: { bounds }, locate }: Manifest<GroupSpec>): readonly PlacedTerm[] {
  const path = ["bounds", "crs"];
  return placedTerms([{ type: "system", text: bounds?.crs, path }], locate);
}

async function listGroups(
  { read }: KindContext,
  workspace: string | null,
): Promise<readonly Address[]> {
  const names = await readGroupNames(read, workspace);
  return names.map((name) => ({ kind: "LayerGroup", workspace, name }));
}

function nameOf({ workspace, name }: Address): string {
  return qualifiedName(workspace, name);
}

async function observe(
  context: KindContext,
  wanted: readonly WantedObject<GroupPayload>[],
): Promise<readonly Live[]> {
  const lives: Live[] = [];
  for (const [workspace, groups] of Map.groupBy(wanted, ({ address }) => address.workspace)) {
    const anyPresence = groups.some(({ presence }) => presence);
    const names = anyPresence ? new Set(await readGroupNames(context.read, workspace)) : undefined;
    const found = await Promise.all(
      groups.map(async ({ address, facts, presence }): Promise<Live | undefined> => {
        if (names?.has(address.name) === false) return undefined;
        if (presence) return { address, facts: {}, requires: [] };
        const group = await readGroupNow(context, address);
        return group && withShown(liveGroup(group), facts);
      }),
    );
    lives.push(...found.filter((live) => live !== undefined));
  }
  return lives;
}

function withShown(live: Live, wanted: Facts | undefined): Live {
  const shown = shownOf(live.address, String(live.facts["document"]), wanted);
  return { ...live, facts: { ...live.facts, ...shown } };
}

function shownOf(address: Address, document: string, wanted: Facts | undefined): Facts {
  return groupSettingFields.shown(address, parseXml(document).content, wanted);
}

/** `document` is the present one; `names` limits the further settings. */
function settingsOf(
  { manifest, settings }: GroupPayload,
  document: string | undefined,
  names: readonly string[] = groupSettingFields.names,
): GroupSettings {
  const before = document === undefined ? undefined : parseXml(document).content;
  return { ...settings, others: groupSettingFields.written(manifest.spec, names, before) };
}

/** A recreated group keeps what its manifest leaves out. */
async function create(
  { address, payload }: Resource<GroupPayload>,
  context: KindContext,
): Promise<readonly Step[]> {
  const { name } = address;
  const before = await readGroupNow(context, address);
  const settings = settingsOf(payload, before?.document);
  const text =
    before === undefined
      ? renderGroupInput(settings, name)
      : renderGroupAgain(before.document, settings, name);
  const created = creation(address, `create layer group ${nameOf(address)}`, text);
  return [before === undefined ? created : { ...created, ...givenBack(address, text) }];
}

function creation({ workspace }: Address, summary: string, text: string): Step {
  return { summary, request: xmlRequest("POST", layerGroupsPath(workspace), text) };
}

function givenBack({ workspace, name }: Address, text: string): Pick<Step, "givesBack"> {
  const path = layerGroupPathTo(workspace, name, "xml");
  const writtenAt = layerGroupPathTo(workspace, name);
  return { givesBack: { path, writtenAt, settings: keptOfGroup(text) } };
}

async function update({
  resource: { address, payload },
  live,
  fields: changed,
}: UpdateOf<GroupPayload>): Promise<readonly Step[]> {
  const document = String(live.facts["document"]);
  const settings = Object.entries(settingsOf(payload, document, changed)).filter(
    ([setting]) =>
      setting === "others" || changed.includes(setting === "members" ? "layers" : setting),
  );
  const text = renderGroupChange(Object.fromEntries(settings), document);
  return [change(address, `change layer group ${nameOf(address)}`, { text, etag: live.etag })];
}

function change(
  { workspace, name }: Address,
  summary: string,
  { text, etag }: { text: string; etag: string | undefined },
): Step {
  const path = layerGroupPathTo(workspace, name);
  const body = { kind: "text", text } as const;
  const request = { method: "PUT", path, mediaType: mediaTypes.json, ...ifMatch(etag) } as const;
  return { summary, request: { ...request, body } };
}

/** Creates a deleted group from its whole document; gives a remaining group its members back. */
function reapply(
  { address, facts, remains }: AffectedObject,
  declared: Resource<GroupPayload> | undefined,
): readonly Step[] {
  const document = String(facts["document"]);
  const set = Object.fromEntries(
    Object.entries(declared === undefined ? {} : settingsOf(declared.payload, document)).filter(
      ([, one]) => one !== undefined,
    ),
  );
  const name = nameOf(address);
  if (remains === undefined) {
    const text = renderGroupAgain(document, set, address.name);
    const made = creation(address, `make layer group ${name} again`, text);
    return [{ ...made, ...givenBack(address, text) }];
  }
  const wanted: Facts = { ...facts, ...declared?.facts };
  const now: Facts = { ...remains, ...shownOf(address, document, declared?.facts) };
  if (Object.keys(fields()).every((field) => sameFact(wanted[field], now[field]))) return [];
  const text = renderGroupChange({ ...places(document, address), ...set }, document);
  const summary = `give layer group ${name} its layers back`;
  return [change(address, summary, { text, etag: undefined })];
}

/** What a group loses with a layer: the member, and what depends on it. */
function places(document: string, { workspace }: Address): GroupSettings {
  const { members, bounds, mode, root } = groupSettings(document, workspace);
  return { members, bounds, ...(root === undefined ? {} : { mode, root }) };
}

export const layerGroupKind = bindKind(kind);
