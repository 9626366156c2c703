/** Declares layer groups. */
import type { Address } from "../../../model/address.ts";
import type { Bounds } from "../../../model/bounds.ts";
import { fieldsOfPatch, unusual, usualOf } from "../../../model/schema.ts";
import { splitQualifiedName } from "../../../model/layer.ts";
import { groupFlags } from "../../../model/layer-group.ts";
import {
  readGroupNames,
  readLayerGroup,
  type GroupMember,
  type GroupSettings,
} from "../../../wire/layer-group-settings.ts";
import { parseXml } from "../../../wire/xml.ts";
import type { Declare } from "../../kind.ts";
import { brokenReason } from "../published/broken.ts";
import { declareEach, goneMeanwhile } from "../declare/each.ts";
import { groupSettingFields } from "./settings.ts";

export const declareGroups: Declare = async ({ read }, place) => {
  const { workspace, statedOnly } = place;
  const names = await readGroupNames(read, workspace);
  const addresses = names.map((name) => ({ kind: "LayerGroup", workspace, name }));
  return declareEach(addresses, place, async (address) => {
    const { kind, name } = address;
    const found = await readLayerGroup(read, workspace, name);
    if (found === undefined) return goneMeanwhile(address);
    const { settings, document, broken } = found;
    if (broken !== undefined) return { address, reason: brokenReason(broken) };
    if (settings.members.length === 0) return { address, reason: "It holds nothing" };
    const { content } = parseXml(document);
    const { spec: others, notes } = groupSettingFields.declared(address, content, statedOnly);
    return { kind, workspace, name, spec: { ...specOf(address, settings), ...others }, notes };
  });
};

function specOf(
  { workspace }: Address,
  settings: GroupSettings & { readonly members: readonly GroupMember[] },
): Readonly<Record<string, unknown>> {
  const { title, abstract, mode = "SINGLE", root, bounds } = settings;
  const inside = (name: string) => {
    const split = splitQualifiedName(name);
    return split.workspace === workspace ? split.name : name;
  };
  const layers = settings.members.map(({ type, name, style }) =>
    type === "layer" ? { layer: inside(name), ...filled({ style }) } : { group: name },
  );
  return {
    ...filled({ title, abstract, mode: mode === "SINGLE" ? "" : mode }),
    layers,
    ...(root === undefined || mode !== "EO"
      ? {}
      : { root: { layer: inside(root.layer), ...filled({ style: root.style }) } }),
    ...(bounds === undefined ? {} : { bounds: boxOf(bounds) }),
    ...unusual(groupFlags, {
      ...usualOf(groupFlags),
      ...fieldsOfPatch<GroupSettings>(settings),
    }),
  };
}

/** A box for manifests; a server finds out `crsClass` by itself. */
function boxOf({ minx, miny, maxx, maxy, crs }: Bounds): Omit<Bounds, "crsClass"> {
  return { minx, miny, maxx, maxy, crs };
}

function filled(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => (text ?? "") !== ""));
}
